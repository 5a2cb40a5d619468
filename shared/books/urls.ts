import type { BookId } from "./book.ts";

export const coverWidths = [160, 320, 640] as const;
export type CoverWidth = (typeof coverWidths)[number];

/** The URL of a book's cover; empty without a hash. */
export function getCoverUrl(bookId: BookId, coverHash: string, width: CoverWidth = 320): string {
  return coverHash && `/covers/${bookId}/${coverHash}-${width}.webp`;
}

export const maxCoverWidth = 640;

/** `640` is 2:3, `square` is for podcasts. */
export const jpegShapes = ["640", "square"] as const;
export type JpegShape = (typeof jpegShapes)[number];

/** The URL of a cover as JPEG. */
export const getCoverJpegUrl = (bookId: BookId, coverHash: string, shape: JpegShape = "640") =>
  `/covers/${bookId}/${coverHash}-${shape}.jpg`;

export const getAudioUrl = (bookId: BookId, fileId: string) => `/media/${bookId}/${fileId}`;

export const generatedCoverPrefix = "00000000";

export const isGeneratedCover = (coverHash: string) => coverHash.startsWith(generatedCoverPrefix);
