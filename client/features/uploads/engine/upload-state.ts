import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { UploadFileId, UploadSet, UploadSetId } from "#shared/uploads/contract.ts";
import { Store } from "#client/lib/store.ts";

type UploadStatus = "uploading" | "paused" | "success" | "error";

/** A book that is being uploaded, as every tab shows it. */
export interface UploadItem {
  readonly id: UploadSetId;
  /** The title of the book, as the reader entered it. */
  readonly title: string;
  readonly status: UploadStatus;
  /** 0 to 100. */
  readonly progress: number;
  /** Bytes per second; 0 while unknown. */
  readonly speed: number;
  /** Seconds; null while unknown. */
  readonly estimatedTimeRemaining: number | null;
  readonly totalSize: number;
  readonly uploadedSize: number;
  /** Milliseconds since 1970. */
  readonly startTime: number;
  /** Why it failed. */
  readonly message: string;
  readonly bookId: BookId | null;
  /** All bytes are sent; the server makes the draft. */
  readonly isProcessing: boolean;
  /** The server refused the files, so that sending them again is of no use. */
  readonly isFinal: boolean;
  /** The page was reloaded: the reader has to choose the files again, or to allow access to them. */
  readonly needs: "files" | "permission" | null;
}

/** A file of an item; `edgeDigest` recognizes it when it is chosen again. */
export interface SavedFile {
  readonly id: UploadFileId;
  readonly path: string;
  readonly bytes: number;
  /** Null for an upload that another device began. */
  readonly lastModified: number | null;
  /** A digest of its first and last 64 kB; empty where the browser cannot compute one. */
  readonly edgeDigest: string;
}

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

/** The changes of an item that is not being sent any more. */
export const stopped = { speed: 0, estimatedTimeRemaining: null, isProcessing: false } as const;

export function createItem({ id, title, files }: UploadSet): UploadItem {
  return {
    ...stopped,
    id,
    title,
    status: "uploading",
    ...getProgress(0, sumBytes(files)),
    startTime: Date.now(),
    message: "",
    bookId: null,
    isFinal: false,
    needs: null,
  };
}

export const sumBytes = (files: readonly { readonly bytes: number }[]) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

export const getProgress = (uploadedSize: number, totalSize: number) => ({
  uploadedSize,
  totalSize,
  progress: totalSize === 0 ? 0 : (uploadedSize / totalSize) * 100,
});

/** The page that a click on a completed upload opens. */
export function getCompletedPath({ bookId, title }: Pick<UploadItem, "bookId" | "title">): string {
  if (bookId) return `/book/${bookId}?preview=basic`;
  return title ? `/browse?${new URLSearchParams({ search: title })}` : "/browse";
}
