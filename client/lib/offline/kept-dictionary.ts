import { CallError } from "#shared/api/http-client.ts";
import { englishFilePath } from "#shared/dictionary/contract.ts";
import { dictionaryCacheName } from "./kept-caches.ts";

/** The English dictionary on this device; null without one. */
export async function findKeptDictionary(): Promise<Blob | null> {
  const stored = await caches.match(englishFilePath, { cacheName: dictionaryCacheName });
  return (await stored?.blob()) ?? null;
}

/** The bytes that a download of the dictionary would take; 0 when it is on this device. */
export async function measureDictionary(): Promise<number> {
  if (await caches.match(englishFilePath, { cacheName: dictionaryCacheName })) return 0;
  const { headers } = await fetch(englishFilePath, { method: "HEAD" });
  return Number(headers.get("Content-Length") ?? 0);
}

/**
 * Stores the English dictionary once for all books.
 *
 * @throws {CallError} when the server refuses it
 */
export async function storeDictionary(signal: AbortSignal): Promise<void> {
  const cache = await caches.open(dictionaryCacheName);
  if (await cache.match(englishFilePath)) return;
  const reply = await fetch(englishFilePath, { signal });
  if (!reply.ok) throw new CallError(reply.status, await reply.text());
  await cache.put(englishFilePath, reply);
}

export const deleteDictionary = (): Promise<boolean> => caches.delete(dictionaryCacheName);
