import type { BookId } from "#shared/books/book.ts";
import type { UploadFileId, UploadSet, UploadSetId } from "#shared/uploads/contract.ts";

export type UploadStatus = "uploading" | "paused" | "success" | "error";

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
