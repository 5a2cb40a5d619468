import type { UserId } from "#shared/accounts/user.ts";
import type { UploadFileId } from "#shared/uploads/contract.ts";
import { savedUploadsKey } from "#client/features/uploads/has-uploads.ts";
import type { SavedFile, UploadItem } from "./upload-item.ts";

/** The state that survives a reload of the page. */
export interface SavedUploads {
  readonly userId: UserId;
  readonly isMinimized: boolean;
  readonly items: readonly (UploadItem & { readonly files: readonly SavedFile[] })[];
}

/** Null without unfinished or unread uploads of this user. */
export function readSavedUploads(userId: UserId): SavedUploads | null {
  try {
    const saved = JSON.parse(localStorage.getItem(savedUploadsKey) ?? "null") as SavedUploads | null;
    return saved?.userId === userId ? saved : null;
  } catch {
    return null;
  }
}

export function saveUploads(saved: SavedUploads): void {
  try {
    if (saved.items.length === 0) localStorage.removeItem(savedUploadsKey);
    else localStorage.setItem(savedUploadsKey, JSON.stringify(saved));
  } catch {
    // Without storage, uploads do not survive a reload.
  }
}

/** A file handle, where the browser has them (Chromium). */
export interface ReadableHandle {
  getFile(): Promise<File>;
  queryPermission?(options: { mode: "read" }): Promise<PermissionState>;
  requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
}

const storeName = "handles";

function openHandles(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("maktaba-uploads", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

async function withHandles<T>(
  mode: IDBTransactionMode,
  callback: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  try {
    const database = await openHandles();
    return await new Promise<T>((resolve, reject) => {
      const request = callback(database.transaction(storeName, mode).objectStore(storeName));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    }).finally(() => database.close());
  } catch {
    // Without IndexedDB the reader chooses the files again.
    return null;
  }
}

export const saveHandle = (id: UploadFileId, handle: ReadableHandle) =>
  withHandles("readwrite", (store) => store.put(handle, id));
export const findHandle = (id: UploadFileId) =>
  withHandles<ReadableHandle | undefined>("readonly", (store) => store.get(id));
export const deleteHandle = (id: UploadFileId) => withHandles("readwrite", (store) => store.delete(id));
