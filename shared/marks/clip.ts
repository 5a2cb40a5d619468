import type { Seconds } from "#shared/api/schemas.ts";
import type { BookId } from "#shared/books/book.ts";
import { type AudioAnchor, isTextAnchor, type MarkAnchor, maxClip } from "./mark.ts";

/** A range of a chapter of the audio. */
export interface Clip {
  readonly chapter: number;
  readonly from: Seconds;
  readonly to: Seconds;
}

export const isClipAnchor = (anchor: MarkAnchor): anchor is AudioAnchor & { readonly end: Seconds } =>
  !isTextAnchor(anchor) && anchor.end !== undefined;

export const toClip = ({ chapter, offset, end }: AudioAnchor & { readonly end: Seconds }): Clip => ({
  chapter,
  from: offset,
  to: end,
});

const round = (seconds: Seconds) => Math.round(seconds * 10) / 10;

/** The page of the book, which offers to play the range to those who may hear it. */
export const getClipPath = (bookId: BookId, { chapter, from, to }: Clip): string =>
  `/book/${bookId}?clip=${chapter}-${round(from)}-${round(to)}`;

/** Null for anything but a range of at most `maxClip` seconds. */
export function parseClip(text: string): Clip | null {
  const found = /^(\d{1,5})-(\d{1,7}(?:\.\d)?)-(\d{1,7}(?:\.\d)?)$/.exec(text);
  const [chapter = 0, from = 0, to = 0] = (found?.slice(1) ?? []).map(Number);
  return chapter > 0 && to > from && to - from <= maxClip + 1 ? { chapter, from, to } : null;
}
