/** Of a file that is opened on this device only. */
export const maxLocalFileBytes = 200_000_000;

const sharedCacheName = "kept-shared";
const sharedUrl = "/kept/shared";
const nameHeader = "X-File-Name";

/** The files of an account that are on this device only; signing out deletes it with the kept books. */
export const getLocalCacheName = (userId: string): string => `kept-local-${userId}`;

/**
 * Stores a file that another app shared until the page has opened it.
 *
 * @throws when the device is full
 */
export async function storeSharedFile(file: File): Promise<void> {
  const cache = await caches.open(sharedCacheName);
  const headers = { [nameHeader]: encodeURIComponent(file.name) };
  await cache.put(sharedUrl, new Response(file, { headers }));
}

/** Takes the file that another app shared; null when there is none. */
export async function takeSharedFile(): Promise<File | null> {
  const stored = await globalThis.caches?.match(sharedUrl, { cacheName: sharedCacheName });
  if (!stored) return null;
  const name = decodeURIComponent(stored.headers.get(nameHeader) ?? "");
  const content = await stored.arrayBuffer();
  await caches.delete(sharedCacheName);
  return new File([content], name);
}
