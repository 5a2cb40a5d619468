export const fontDatabase = "maktaba-fonts";

/** Deletes the reader's own font from this device. */
export function deleteOwnFont(): void {
  try {
    indexedDB.deleteDatabase(fontDatabase);
  } catch {
    // Without IndexedDB there is no font.
  }
}
