import { sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";

/** Adds an author; an existing one without an account is linked, and keeps its biography. */
export async function saveAuthor(db: Database, author: typeof contributors.$inferInsert): Promise<void> {
  await db
    .insert(contributors)
    .values(author)
    .onConflictDoUpdate({
      target: contributors.normalizedName,
      set: {
        userId: sql`excluded.user_id`,
        bio: sql`case when ${contributors.bio} = '' then excluded.bio else ${contributors.bio} end`,
      },
      setWhere: sql`${contributors.userId} is null`,
    });
}
