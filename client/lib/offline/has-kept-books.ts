export const keptBooksKey = "maktaba.kept";
/** The last position of this device in each book. */
export const keptPositionPrefix = "maktaba.kept.position.";

/** The cache with the account whose books the service worker serves; nothing is served without it. */
export const accountCacheName = "kept-account";

/** Whether books are kept on this device, so that screens ask the service worker also offline. */
export function hasKeptBooks(): boolean {
  try {
    return localStorage.getItem(keptBooksKey) !== null;
  } catch {
    return false;
  }
}
