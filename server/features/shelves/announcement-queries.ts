import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { ShelfId } from "#shared/shelves/contract.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { shelves } from "#server/db/schema/reading/shelves.ts";
import { isFriendOfOwner } from "#server/db/visible-shelf.ts";

interface NewBooks extends Record<string, unknown> {
  readonly shelfId: ShelfId;
  readonly books: number;
  /** Of the newest. */
  readonly title: string;
}

/** Books that were added since the last announcement to shelves with followers; they count as announced then. */
export async function claimNewBooks(tx: Database, now: Date): Promise<NewBooks[]> {
  const { rows } = await tx.execute<NewBooks>(sql`
    with added as (
      select s.id, count(*)::int as books, (array_agg(b.title order by sb.added_at desc, sb.position desc))[1] as title
      from shelves s join shelf_books sb on sb.shelf_id = s.id and sb.added_at > s.announced_at
        join books b on b.id = sb.book_id and b.state in ('published', 'scheduled')
      where s.removed_at is null and s.visibility <> 'private'
        and exists (select 1 from follows f where f.kind = 'shelf' and f.subject_id = s.id)
      group by s.id)
    update shelves set announced_at = ${now.toISOString()}::timestamptz from added where shelves.id = added.id
    returning shelves.id as "shelfId", added.books, added.title`);
  return rows;
}

/** With its owner's name; null when nobody else may see it. */
export async function findAnnouncedShelf(db: Database, id: ShelfId) {
  const [row] = await db
    .select({ ...pick(shelves, "name", "userId"), ...pick(users, "firstName", "lastName") })
    .from(shelves)
    .innerJoin(users, eq(users.id, shelves.userId))
    .where(
      and(
        eq(shelves.id, id),
        isNull(shelves.removedAt),
        ne(shelves.visibility, "private"),
        isNull(users.deletionRequestedAt),
      ),
    );
  return row ?? null;
}

/** Followers who may see the shelf, by id. */
export async function listShelfFollowers(
  tx: Database,
  id: ShelfId,
  after: UserId | undefined,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<UserId[]> {
  const { rows } = await tx.execute<{ userId: UserId }>(sql`
    select f.user_id as "userId" from follows f join shelves on shelves.id = f.subject_id
      join users owner on owner.id = shelves.user_id
    where f.kind = 'shelf' and f.subject_id = ${id} and ${after ? sql`f.user_id > ${after}` : sql`true`}
      and (owner.suspended_until is null or owner.suspended_until <= ${now.toISOString()}::timestamptz)
      and (shelves.visibility = 'public' or ${isFriendOfOwner(sql`f.user_id`)})
    order by f.user_id limit ${limit}`);
  return rows.map(({ userId }) => userId);
}
