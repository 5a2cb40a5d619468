import type { UserId } from "#shared/accounts/user.ts";
import { accountCacheName, keptBooksKey, keptPositionPrefix } from "./has-kept-books.ts";
import { accountUrl, isKeptCache } from "./kept-caches.ts";

/** From now on the service worker serves the kept books of an account. */
export async function openKeptBooks(userId: UserId): Promise<void> {
  try {
    localStorage.setItem(keptBooksKey, userId);
  } catch {
    return;
  }
  const cache = await caches.open(accountCacheName);
  await cache.put(accountUrl, new Response(userId));
  void notifyWorker();
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
    void notifyWorker();
  } catch {
    // Without storage nothing is kept.
  }
}

/** Resolves when the service worker has stored all screens, or cannot. */
export const storeApp = (): Promise<void> => notifyWorker();

/** Resolves when the service worker knows the account and has stored what it needs offline. */
async function notifyWorker(): Promise<void> {
  const worker = (await navigator.serviceWorker?.getRegistration())?.active;
  if (!worker) return;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<void>((resolve) => {
    port1.onmessage = () => resolve();
  });
  worker.postMessage("kept books", [port2]);
  await answered;
}
