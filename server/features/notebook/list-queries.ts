import { and, asc, count, desc, eq, exists, gt, gte, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { getNormalizedWords } from "#shared/books/normalize-search-text.ts";
import type { MarkId } from "#shared/marks/mark.ts";
import type { MarkFilter, MarkKind, MarkOrder } from "#shared/notebook/contract.ts";
import type { Database } from "#server/db/client.ts";
import { escapeLike } from "#server/db/escape-like.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { communities, communityBooks, communityMembers } from "#server/db/schema/community/communities.ts";
import { marks, markTags } from "#server/db/schema/reading/marks.ts";
import { filterVisible } from "#server/features/books/service.ts";

/** The part of a passage's place that its fraction does not have. */
const offset = sql<number>`coalesce((${marks.anchor} -> 'start' ->> 'offset')::int, 0)`;

const kinds: Readonly<Record<MarkKind, SQL | undefined>> = {
  highlight: sql`${marks.style} is not null`,
  note: ne(marks.note, ""),
  bookmark: and(isNull(marks.style), eq(marks.note, "")),
};

const hasTag = (db: Database, tag: string) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(markTags)
      .where(and(eq(markTags.userId, marks.userId), eq(markTags.markId, marks.id), eq(markTags.tag, tag))),
  );

export interface MarkCondition extends MarkFilter {
  /** Marks that were deleted before are not listed. */
  readonly deletedAfter: Date;
}

function toCondition(db: Database, userId: UserId, filter: MarkCondition): SQL | undefined {
  const { state = "active", kind, style, bookId, tag, search = "", from, to, deletedAfter } = filter;
  return and(
    eq(marks.userId, userId),
    eq(marks.isDeleted, state === "deleted"),
    state === "deleted" ? gt(marks.deletionChangedAt, deletedAfter) : undefined,
    state === "lost" ? eq(marks.placement, "lost") : undefined,
    kind && kinds[kind],
    style && eq(marks.style, style),
    bookId && eq(marks.bookId, bookId),
    tag === undefined ? undefined : hasTag(db, tag),
    ...getNormalizedWords(search).map((word) => sql`${marks.searchText} like ${`%${escapeLike(word)}%`}`),
    from && gte(marks.createdAt, from),
    to && lt(marks.createdAt, to),
  );
}

export interface ListedMark {
  readonly id: MarkId;
  readonly bookId: BookId;
  readonly title: string;
  readonly author: string;
  readonly isVisible: boolean;
  /** The values by which the list is sorted. */
  readonly position: readonly (string | number)[];
}

interface Order {
  readonly columns: readonly SQL[];
  readonly types: readonly string[];
  readonly isDescending: boolean;
}

const orders: Readonly<Record<MarkOrder, Order>> = {
  date: {
    columns: [sql`${marks.createdAt}`, sql`${marks.id}`],
    types: ["timestamptz", "uuid"],
    isDescending: true,
  },
  place: {
    columns: [
      sql`${books.normalizedTitle}`,
      sql`${marks.bookId}`,
      sql`${marks.fraction}`,
      offset,
      sql`${marks.id}`,
    ],
    types: ["text", "uuid", "float8", "int", "uuid"],
    isDescending: false,
  },
};

/** The ids of a page of marks, with their books. */
export function listMarkIds(
  db: Database,
  user: User,
  filter: MarkCondition,
  page: {
    readonly order: MarkOrder;
    readonly after: readonly (string | number)[] | null;
    readonly limit: number;
  },
): PromiseLike<ListedMark[]> {
  const { columns, types, isDescending } = orders[page.order];
  const position = sql.join([...columns], sql`, `);
  const [direction, operator] = [sql.raw(isDescending ? "desc" : "asc"), sql.raw(isDescending ? "<" : ">")];
  const after = page.after?.map((value, n) => sql`${String(value)}::${sql.raw(types[n] ?? "text")}`);
  return db
    .select({
      id: marks.id,
      bookId: marks.bookId,
      title: books.title,
      author: books.author,
      isVisible: sql<boolean>`coalesce(${filterVisible(user) ?? sql`true`}, false)`,
      position: sql<(string | number)[]>`jsonb_build_array(${position})`,
    })
    .from(marks)
    .innerJoin(books, eq(books.id, marks.bookId))
    .where(
      and(
        toCondition(db, user.id, filter),
        after && sql`(${position}) ${operator} (${sql.join(after, sql`, `)})`,
      ),
    )
    .orderBy(...columns.map((column) => sql`${column} ${direction}`))
    .limit(page.limit);
}

export async function countMarks(db: Database, userId: UserId, deletedAfter: Date) {
  const [row] = await db
    .select({
      total: sql<number>`${count()} filter (where not ${marks.isDeleted})`.mapWith(Number),
      lost: sql<number>`${count()} filter (where not ${marks.isDeleted} and ${marks.placement} = 'lost')`.mapWith(
        Number,
      ),
      deleted:
        sql<number>`${count()} filter (where ${marks.isDeleted} and ${marks.deletionChangedAt} > ${deletedAfter.toISOString()}::timestamptz)`.mapWith(
          Number,
        ),
    })
    .from(marks)
    .where(eq(marks.userId, userId));
  return row ?? { total: 0, lost: 0, deleted: 0 };
}

const maxListed = 1_000;

/** The last marked book first. */
export function listMarkedBooks(db: Database, userId: UserId) {
  return db
    .select({
      ...pick(books, "id", "title", "author"),
      count: count(),
      isInCommunity: sql<boolean>`exists (
        select from ${communityBooks}
        join ${communities} on ${communities.id} = ${communityBooks.communityId}
          and ${communities.deletedAt} is null
        join ${communityMembers} on ${communityMembers.communityId} = ${communities.id}
        where ${communityBooks.bookId} = ${books.id}
          and ${communityMembers.userId} = ${userId} and ${communityMembers.state} = 'active')`,
    })
    .from(marks)
    .innerJoin(books, eq(books.id, marks.bookId))
    .where(and(eq(marks.userId, userId), eq(marks.isDeleted, false)))
    .groupBy(books.id)
    .orderBy(sql`max(${marks.createdAt}) desc`, asc(books.id))
    .limit(maxListed);
}

export function listTags(db: Database, userId: UserId) {
  return db
    .select({ tag: markTags.tag, count: count() })
    .from(markTags)
    .innerJoin(marks, and(eq(marks.userId, markTags.userId), eq(marks.id, markTags.markId)))
    .where(and(eq(markTags.userId, userId), eq(marks.isDeleted, false)))
    .groupBy(markTags.tag)
    .orderBy(desc(count()), asc(markTags.tag))
    .limit(maxListed);
}
