import type { UserId } from "#shared/accounts/user.ts";
import type { UploadSetId } from "#shared/uploads/contract.ts";
import { Store } from "#client/lib/store.ts";
import type { SavedFile, UploadItem } from "./upload-item.ts";

interface UploadsState {
  readonly items: readonly UploadItem[];
  readonly isMinimized: boolean;
}

/** What the panel shows. */
export const uploads = new Store<UploadsState>({ items: [], isMinimized: false });

/** What this tab knows of the uploads beside the shown items. */
export const tabState = {
  /** Null before the uploads of a user are opened. */
  userId: null as UserId | null,
  /** Aborts when the uploads of this user are closed. */
  session: new AbortController(),
  savedFiles: new Map<UploadSetId, readonly SavedFile[]>(),
  /** The files that this tab can read, by path. */
  selectedFiles: new Map<UploadSetId, ReadonlyMap<string, File>>(),
  /** The uploads that this tab is sending or finishing. */
  senders: new Map<UploadSetId, AbortController>(),
};

export const getSavedFiles = (id: UploadSetId): readonly SavedFile[] => tabState.savedFiles.get(id) ?? [];

/** Forgets the uploads of the previous user and stops sending them. */
export function resetState(userId: UserId | null): void {
  for (const sender of tabState.senders.values()) sender.abort();
  tabState.session.abort();
  tabState.session = new AbortController();
  tabState.senders.clear();
  tabState.savedFiles.clear();
  tabState.selectedFiles.clear();
  tabState.userId = userId;
  uploads.set({ items: [], isMinimized: false });
}

export const findItem = (id: UploadSetId) => uploads.getState().items.find((item) => item.id === id);

/** Adds an item, or replaces the one with its id. */
export function setItem(item: UploadItem, files: readonly SavedFile[]): void {
  const { items } = uploads.getState();
  tabState.savedFiles.set(item.id, files);
  const isKnown = items.some(({ id }) => id === item.id);
  uploads.update({
    items: isKnown ? items.map((each) => (each.id === item.id ? item : each)) : [...items, item],
  });
}

export function updateItem(id: UploadSetId, changes: Partial<UploadItem>): void {
  const { items } = uploads.getState();
  uploads.update({ items: items.map((item) => (item.id === id ? { ...item, ...changes } : item)) });
}

/** Stops sending an upload and forgets it. */
export function forgetUpload(id: UploadSetId): void {
  tabState.senders.get(id)?.abort();
  tabState.senders.delete(id);
  tabState.selectedFiles.delete(id);
  tabState.savedFiles.delete(id);
  uploads.update({ items: uploads.getState().items.filter((item) => item.id !== id) });
}
