import { eq, type SQL, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import type { Database } from "#server/db/client.ts";
import { discussionReaders, discussions } from "#server/db/schema/community/communities.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import { tolerance } from "./discussion-queries.ts";

export function listAnchors(db: Database, bookId: BookId) {
  const { id, anchor, anchorText, anchorAudio } = discussions;
  return db
    .select({ id, anchor, anchorText, anchorAudio })
    .from(discussions)
    .where(eq(discussions.anchorBookId, bookId));
}

interface Reach {
  readonly anchorText: number | null;
  readonly anchorAudio: number | null;
}

/** Opens a discussion for readers who had reached its position before it moved on. */
export async function keepOpenForReaders(
  tx: Database,
  id: DiscussionId,
  { anchorText, anchorAudio }: Reach,
  now: Date,
): Promise<void> {
  const hasReached = (text: SQL, audio: SQL) =>
    sql`coalesce(r.text_reach >= ${text} - ${tolerance} or r.audio_reach >= ${audio} - ${tolerance}, false)`;
  const had = hasReached(sql`${anchorText}::float8`, sql`${anchorAudio}::float8`);
  const has = hasReached(sql`d.anchor_text`, sql`d.anchor_audio`);
  await tx.execute(sql`
    insert into ${discussionReaders} (user_id, discussion_id, opened_at)
    select r.user_id, d.id, ${now.toISOString()}::timestamptz
    from ${discussions} d join ${bookReach} r on r.book_id = d.anchor_book_id
    where d.id = ${id} and ${had} and not ${has}
    on conflict (user_id, discussion_id)
      do update set opened_at = coalesce(${discussionReaders}.opened_at, excluded.opened_at)`);
}
