import type { BookId } from "#shared/books/book.ts";
import type { UploadFileId, UploadSetId } from "#shared/uploads/contract.ts";
import { Store } from "#client/lib/store.ts";

export type UploadStatus = "uploading" | "paused" | "success" | "error";

/** A book that is being uploaded, as every tab shows it. */
export interface UploadItem {
  readonly id: UploadSetId;
  /** `Uploading "<title>"` names it on the browse page when there is no book yet. */
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

export const uploads = new Store<UploadsState>({ items: [], isMinimized: false });

export function addItem(item: UploadItem): void {
  const { items } = uploads.getState();
  uploads.update({ items: [...items.filter(({ id }) => id !== item.id), item] });
}

export function updateItem(id: UploadSetId, change: Partial<UploadItem>): void {
  const { items } = uploads.getState();
  uploads.update({ items: items.map((item) => (item.id === id ? { ...item, ...change } : item)) });
}

export function removeItem(id: UploadSetId): void {
  const { items } = uploads.getState();
  uploads.update({ items: items.filter((item) => item.id !== id) });
}

/** Keeps only items that are uploading or paused. */
export function removeCompleted(): void {
  const { items } = uploads.getState();
  uploads.update({ items: items.filter(({ status }) => status === "uploading" || status === "paused") });
}

/** The page that a click on a completed upload opens. */
export function getCompletedPath({ bookId, title }: Pick<UploadItem, "bookId" | "title">): string {
  if (bookId) return `/book/${bookId}?preview=basic`;
  const [, quoted] = /["“«]([^"”»]+)["”»]/.exec(title) ?? [];
  return quoted ? `/browse?${new URLSearchParams({ search: quoted })}` : "/browse";
}
