import { Store } from "#client/lib/store.ts";

/** Where unfinished uploads are stored. */
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
