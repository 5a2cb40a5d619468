import { deleteKeptBooks } from "./kept-account.ts";

/** Deletes everything that the site stored on this device, except the app itself. */
export async function deleteDeviceData(): Promise<void> {
  navigator.clearAppBadge?.().catch(() => undefined);
  for (const getStorage of [() => localStorage, () => sessionStorage]) {
    try {
      getStorage().clear();
    } catch {
      // Without storage nothing was stored.
    }
  }
  await Promise.all([deleteKeptBooks(), deleteDatabases(), deletePushSubscription()]);
}

async function deleteDatabases(): Promise<void> {
  try {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  } catch {
    // Without IndexedDB nothing was stored.
  }
}

/** Otherwise the account's notifications arrive before the app is opened with a connection. */
async function deletePushSubscription(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // The push service ends it when it is reached.
  }
}
