import type { UserId } from "#shared/accounts/user.ts";
import { accountCacheName, keptBooksKey, keptPositionPrefix } from "./has-kept-books.ts";
import { accountUrl, isKeptCache } from "./kept-caches.ts";

const message = "kept books";
/** A worker that is installed late, or stopped by the browser, does not answer. */
const timeoutMs = 120_000;

/** From now on the service worker serves the kept books of an account. */
export async function openKeptBooks(userId: UserId): Promise<void> {
  try {
    localStorage.setItem(keptBooksKey, userId);
  } catch {
    return;
  }
  const cache = await caches.open(accountCacheName);
  await cache.put(accountUrl, new Response(userId));
  void storeApp().catch(() => undefined);
}

/** Deletes the kept books of every account of this device. */
export async function deleteKeptBooks(): Promise<void> {
  try {
    localStorage.removeItem(keptBooksKey);
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(keptPositionPrefix)) localStorage.removeItem(key);
    }
    const names = (await caches.keys()).filter(isKeptCache);
    await Promise.all(names.map((name) => caches.delete(name)));
    (await navigator.serviceWorker?.getRegistration())?.active?.postMessage(message);
  } catch {
    // Without storage nothing is kept.
  }
}

/**
 * Resolves when the service worker knows the account and has stored all screens.
 *
 * @throws {DOMException} `QuotaExceededError` when the device is full, another one when a screen is missing
 */
export async function storeApp(): Promise<void> {
  // Development has no service worker.
  if (!import.meta.env.PROD && !(await navigator.serviceWorker?.getRegistration())) return;
  const timeout = AbortSignal.timeout(timeoutMs);
  const failed = new Promise<never>((_, reject) => {
    timeout.addEventListener("abort", () => reject(timeout.reason));
  });
  const failure = await Promise.race([askWorker(), failed]);
  if (failure !== null) throw new DOMException("A part of the app was not stored.", failure);
}

/** @returns the name of the error; null when everything is stored */
async function askWorker(): Promise<string | null> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string | null>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
  });
  active?.postMessage(message, [port2]);
  return answer;
}
