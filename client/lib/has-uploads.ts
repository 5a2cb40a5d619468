import { Store } from "#client/lib/store.ts";

/** Where `features/uploads` keeps unfinished uploads, so that its code loads only for those who have some. */
export const savedUploadsKey = "maktaba.uploads";

function hasSavedUploads(): boolean {
  try {
    return localStorage.getItem(savedUploadsKey) !== null;
  } catch {
    return false;
  }
}

/** Whether this device has uploads; the uploads panel is loaded only then. */
export const hasUploads = new Store(hasSavedUploads());

addEventListener("storage", ({ key }) => {
  if (key === savedUploadsKey && hasSavedUploads()) hasUploads.set(true);
});
