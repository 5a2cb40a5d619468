import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf, ReplyOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { applyChange } from "#shared/marks/apply-change.ts";
import type { MarkRefusal, marksContract, SavedMark } from "#shared/marks/contract.ts";
import {
  isTextAnchor,
  type Mark,
  MarkChange,
  type MarkChangeId,
  type MarkId,
  maxMarks,
} from "#shared/marks/mark.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import { addQuotations } from "#server/features/quotations/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { requireSameUser } from "#server/http/session/require-same-user.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import type { Services } from "#server/services.ts";
import { decideSharedMark, getReportableSharedMark, readMargin } from "./margin/margin.ts";
import { relocateSharedMarks, updateShares } from "./margin/share-marks.ts";
import { placeNewMarks, relocateMarks } from "./place-marks.ts";
import {
  findMarks,
  findNewestVersion,
  listChangedMarks,
  lockBooks,
  lockMarks,
  type MarkRow,
  measureMarks,
  replaceTags,
  type StoredMark,
  upsertMarks,
} from "./queries.ts";
import { addSpokenSentence } from "./spoken-sentence.ts";

export { decideSharedMark, getReportableSharedMark, readMargin, relocateMarks, relocateSharedMarks };

interface Refused {
  readonly id: string;
  readonly reason: MarkRefusal;
}

interface SavedMarks {
  readonly accepted: MarkChangeId[];
  readonly refused: Refused[];
  readonly marks: SavedMark[];
}

/** Applies the changes of a device, oldest first. */
export async function saveMarks(
  context: Context,
  { body: { changes, reader, sentAt } }: InputOf<typeof marksContract.saveMarks>,
): Promise<SavedMarks> {
  const { user, clock } = context;
  requireSameUser(user, reader);
  const { read, refused } = readChanges(changes, clock(), sentAt);
  if (read.length === 0) return { accepted: [], refused, marks: [] };
  const { changed, ...batch } = await applyChanges(context, read);
  return {
    accepted: batch.accepted,
    refused: [...refused, ...batch.refused],
    marks: await toSavedMarks(context, changed),
  };
}

/** Applies valid changes in one transaction. */
async function applyChanges(context: Context, changes: readonly MarkChange[]) {
  const { user, db } = context;
  return db.transaction(async (tx) => {
    await lockMarks(tx, user.id);
    const batch = await createBatch({ ...context, db: tx }, user, changes);
    for (const change of changes) batch.apply(change);
    const changed = await storeMarks({ ...context, db: tx }, user, batch);
    return { changed, accepted: batch.accepted, refused: batch.refused };
  });
}

const importBatch = 500;

/** Creates imported marks. */
export async function addMarks(
  context: Context,
  changes: readonly MarkChange[],
): Promise<{ readonly refused: readonly Refused[] }> {
  const refused: Refused[] = [];
  for (let from = 0; from < changes.length; from += importBatch) {
    refused.push(...(await applyChanges(context, changes.slice(from, from + importBatch))).refused);
  }
  return { refused };
}

/** Unreadable changes are refused one by one. A clock that is ahead is corrected, and never ahead of ours. */
function readChanges(items: readonly unknown[], now: Date, sentAt: Date | undefined) {
  const ahead = Math.max(0, (sentAt?.getTime() ?? 0) - now.getTime());
  const read: MarkChange[] = [];
  const refused: Refused[] = [];
  for (const item of items) {
    const { data } = MarkChange.safeParse(item);
    if (!data) refused.push({ id: getId(item), reason: "invalid" });
    else read.push({ ...data, at: new Date(Math.min(data.at.getTime() - ahead, now.getTime())) });
  }
  return { read: read.sort((a, b) => a.at.getTime() - b.at.getTime()), refused };
}

function getId(item: unknown): string {
  const id = typeof item === "object" && item !== null && "id" in item ? item.id : "";
  return typeof id === "string" ? id.slice(0, 100) : "";
}

class Batch {
  readonly accepted: MarkChangeId[] = [];
  readonly refused: Refused[] = [];
  readonly changed = new Map<MarkId, Mark>();
  readonly #known: Map<MarkId, Mark>;
  readonly #visible: ReadonlySet<BookId>;
  #count: number;

  constructor(known: readonly Mark[], visible: ReadonlySet<BookId>, count: number) {
    this.#known = new Map(known.map((mark) => [mark.id, mark]));
    this.#visible = visible;
    this.#count = count;
  }

  /** A mark before the changes; null for a new one. */
  getKnown(id: MarkId): Mark | null {
    return this.#known.get(id) ?? null;
  }

  isNew(id: MarkId): boolean {
    return !this.#known.has(id);
  }

  apply(change: MarkChange): void {
    const { id, markId, bookId } = change;
    const current = this.changed.get(markId) ?? this.#known.get(markId) ?? null;
    const isKnownBook = current ? current.bookId === bookId : this.#visible.has(bookId);
    const mark = isKnownBook ? applyChange(current, change) : null;
    if (!mark) {
      this.refused.push({ id, reason: "not_found" });
      return;
    }
    const added = Number(!mark.isDeleted) - Number(current !== null && !current.isDeleted);
    if (added > 0 && this.#count >= maxMarks) {
      this.refused.push({ id, reason: "too_many" });
      return;
    }
    this.#count += added;
    this.changed.set(markId, mark);
    this.accepted.push(id);
  }
}

async function createBatch(services: Services, user: User, changes: readonly MarkChange[]): Promise<Batch> {
  const { db } = services;
  const known = await findMarks(db, user.id, unique(changes.map(({ markId }) => markId)));
  const bookIds = unique(changes.flatMap(({ anchor, bookId }) => (anchor ? [bookId] : [])));
  const visible = await listVisibleBooks(services, user, bookIds);
  const { marks: count } = await measureMarks(db, user.id);
  return new Batch(known, new Set(visible.map(({ id }) => id)), count);
}

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** Stores the changed marks with the next versions. */
async function storeMarks(services: Services, user: User, batch: Batch): Promise<Mark[]> {
  const { db: tx } = services;
  const { id: userId } = user;
  const changed = [...batch.changed.values()];
  if (changed.length === 0) return [];
  const created = changed.filter(({ id, anchor }) => batch.isNew(id) && isTextAnchor(anchor));
  const placed = new Map<MarkId, Mark>();
  const bookIds = unique(created.map(({ bookId }) => bookId));
  if (bookIds.length > 0) await lockBooks(tx, bookIds);
  for (const bookId of bookIds) {
    const ofBook = created.filter((mark) => mark.bookId === bookId);
    for (const mark of await placeNewMarks(tx, bookId, ofBook)) placed.set(mark.id, mark);
  }
  for (const mark of changed) {
    if (batch.isNew(mark.id) && !isTextAnchor(mark.anchor))
      placed.set(mark.id, await addSpokenSentence(services, user, mark));
  }
  const stored = changed.map((mark) => placed.get(mark.id) ?? mark);
  const { version } = await measureMarks(tx, userId);
  await upsertMarks(
    tx,
    stored.map((mark, n) => toRow(userId, mark, version + 1 + n)),
  );
  await replaceTags(tx, userId, stored);
  await updateShares(
    services,
    user,
    stored.flatMap((mark) => (batch.isNew(mark.id) ? [] : [{ mark, before: batch.getKnown(mark.id) }])),
  );
  return stored;
}

function toRow(userId: UserId, mark: Mark, version: number): MarkRow {
  const { fieldTimes, tags, anchor, note, ...columns } = mark;
  return {
    ...columns,
    userId,
    anchor,
    note,
    fraction: anchor.fraction,
    styleChangedAt: fieldTimes.style,
    tagsChangedAt: fieldTimes.tags,
    deletionChangedAt: fieldTimes.isDeleted,
    searchText: normalizeSearchText([anchor.quote?.exact ?? "", note, ...tags].join(" ")),
    version,
  };
}

async function toSavedMarks(context: Context, saved: readonly Mark[]): Promise<SavedMark[]> {
  const { origins } = context.settings;
  const notes = saved.map(({ note }) => ({ content: parseRichText(note, origins), bookId: null }));
  const contents = await addQuotations(context, context.user, notes);
  return saved.map((mark, n) => ({ ...mark, content: contents[n] ?? [] }));
}

/** Marks of the user by id, in any order. */
export async function listSavedMarks(context: Context, ids: readonly MarkId[]): Promise<SavedMark[]> {
  if (ids.length === 0) return [];
  return toSavedMarks(context, await findMarks(context.db, context.user.id, ids));
}

const pageSize = 1_000;

/** The user's marks in a book that changed after a version; no access to the book is needed. */
export async function listMarksOfBook(
  context: Context,
  { params: { bookId }, query: { since = 0 } }: InputOf<typeof marksContract.listMarksOfBook>,
): Promise<ReplyOf<typeof marksContract.listMarksOfBook>> {
  const { db, user } = context;
  const newestVersion = await findNewestVersion(db, user.id);
  const found: StoredMark[] = await listChangedMarks(db, user.id, bookId, { since, limit: pageSize });
  return {
    marks: await toSavedMarks(context, found),
    version: found.at(-1)?.version ?? since,
    newestVersion,
    hasMore: found.length === pageSize,
  };
}
