import { sql } from "drizzle-orm";
import type { MarkAnchor } from "#shared/marks/mark.ts";
import type { Database } from "#server/db/client.ts";
import { marks, markTags } from "#server/db/schema/reading/marks.ts";

/** Instead of the passage of an erased mark, whose id stays. */
const erasedAnchor: MarkAnchor = { chapter: 1, offset: 0, fraction: 0 };
const pageSize = 1_000;

/** Erases the content of marks that were deleted before a time; their ids stay, so that they do not return. */
export async function eraseDeletedMarks(db: Database, before: Date): Promise<void> {
  const anchor = sql`${JSON.stringify(erasedAnchor)}::jsonb`;
  for (;;) {
    const { rowCount } = await db.execute(sql`
      with found as (
        select user_id, id from ${marks}
        where is_deleted and deletion_changed_at < ${before.toISOString()}::timestamptz
          and (note <> '' or anchor <> ${anchor})
        limit ${pageSize} for update
      ), erased_tags as (
        delete from ${markTags} as t using found as f where t.user_id = f.user_id and t.mark_id = f.id
      )
      update ${marks} as m set anchor = ${anchor}, fraction = 0, note = '', note_change = null, style = null,
        search_text = ''
      from found as f where m.user_id = f.user_id and m.id = f.id`);
    if ((rowCount ?? 0) < pageSize) return;
  }
}
