import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { locateInBoth } from "#server/features/positions/service.ts";
import { updateDiscussionRow } from "./discussion-queries.ts";
import { keepOpenForReaders, listAnchors } from "./relocation-queries.ts";

/**
 * Measures the positions of a book's discussions again after its files changed. Readers who had reached a position
 * keep the discussion open.
 */
export async function relocateDiscussions(tx: Database, bookId: BookId, now: Date): Promise<void> {
  for (const { id, anchor, ...before } of await listAnchors(tx, bookId)) {
    if (!anchor) continue;
    const { text, audio } = await locateInBoth(tx, bookId, anchor);
    const after = { anchorText: text?.fraction ?? null, anchorAudio: audio?.fraction ?? null };
    if (after.anchorText === null && after.anchorAudio === null) continue;
    await updateDiscussionRow(tx, id, after);
    await keepOpenForReaders(tx, id, before, now);
  }
}
