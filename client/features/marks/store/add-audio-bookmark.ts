import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { type AudioAnchor, type MarkChange, MarkChangeId, MarkId } from "#shared/marks/mark.ts";
import { createId } from "#client/lib/uuid.ts";
import { openMarkOutbox } from "./open-mark-outbox.ts";

/**
 * Bookmarks a moment of the audio or keeps a clip of it, also without a connection.
 *
 * @returns a function that takes it back
 */
export function addAudioBookmark(userId: UserId, bookId: BookId, anchor: AudioAnchor, note = ""): () => void {
  const outbox = openMarkOutbox(userId);
  const markId = MarkId.parse(createId());
  const at = new Date();
  const create = (fields: Pick<MarkChange, "anchor" | "note" | "isDeleted">, time: Date) => ({
    id: MarkChangeId.parse(createId()),
    markId,
    bookId,
    at: time,
    ...fields,
  });
  outbox.put([create({ anchor, ...(note && { note }) }, at)]);
  return () => outbox.put([create({ isDeleted: true }, new Date(Math.max(Date.now(), at.getTime() + 1)))]);
}
