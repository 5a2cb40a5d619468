import { setTimeout } from "node:timers/promises";
import * as z from "zod/mini";
import { getFullName } from "#shared/accounts/full-name.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import {
  type BulkChanges,
  type BulkEdit,
  type bulkEditsContract,
  maxListNames,
} from "#shared/publishing/bulk-edits.ts";
import type { BookChanges, BookField, BookFields } from "#shared/publishing/publishing-book.ts";
import type { Database } from "#server/db/client.ts";
import { withLongTimeout } from "#server/db/with-long-timeout.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { updateVocabulary } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, invalid, notFound, reason } from "#server/http/api/problem.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { applyToMany, isSame } from "./apply-changes.ts";
import {
  type BulkEditRow,
  claimBooks,
  findBulkEdit,
  hasAnyId,
  insertBulkBooks,
  insertBulkEdit,
  listBulkChanges,
  listBulkEditRows,
  markAllOpen,
  markDone,
  setBulkState,
} from "./bulk-edit-queries.ts";
import { getBookConditions } from "./list-queries.ts";
import { toSearchQuery } from "./lists.ts";
import { listEdited } from "./queries.ts";

/** Each commit renews cached catalogue replies, so there are few. */
const batchSize = 200;
/** Pauses between batches, as a multiple of their duration, leave processor time to readers. */
const pauseRatio = 2;
const maxListed = 20;

/**
 * Starts a bulk edit.
 *
 * @throws {ProblemError} `conflict` when the number of books differs from the expected one; `invalid_input`
 */
export async function startBulkEdit(
  context: Context,
  { body: input }: InputOf<typeof bulkEditsContract.startBulkEdit>,
): Promise<BulkEdit> {
  const { db, jobs, clock, user } = context;
  const { ids, query, expected, changes } = input;
  if (Object.keys(changes).length === 0) throw invalid({ changes: "check_fields" });
  if ((ids === undefined) === (query === undefined)) throw invalid({ ids: "check_fields" });
  const id = await withLongTimeout(db, async (tx) => {
    const bulkId = await insertBulkEdit(tx, {
      actorId: user.id,
      changes,
      total: expected,
      createdAt: clock(),
    });
    const searchQuery = toSearchQuery(query?.search);
    const condition = ids ? hasAnyId(ids) : getBookConditions(query ?? {}, { userId: null, searchQuery });
    const total = await insertBulkBooks(tx, bulkId, condition);
    if (total !== expected) throw conflict(reason("count_changed", { n: total }));
    await writeAudit(context, "books.bulk_edited", user.id, bulkId, { total }, tx);
    await jobs.add(runBulkEdit, { bulkId }, { db: tx });
    return bulkId;
  });
  return getBulkEdit(db, id);
}

export async function listBulkEdits({ db }: Context): Promise<{ edits: BulkEdit[] }> {
  return { edits: (await listBulkEditRows(db, maxListed)).map(toBulkEdit) };
}

export async function getBulkEdit(db: Database, id: string): Promise<BulkEdit> {
  const row = await findBulkEdit(db, id);
  if (!row) throw notFound("bulk edit");
  return toBulkEdit(row);
}

function toBulkEdit({ id, state, total, done, changes, csvFields, ...row }: BulkEditRow): BulkEdit {
  const { createdAt, firstName, lastName } = row;
  const actor = getFullName(firstName, lastName);
  return { id, state, total, done, createdAt, actor, fields: [...(csvFields ?? Object.keys(changes))] };
}

/** @throws {ProblemError} `not_found`; `conflict` while it runs, and after it was undone */
export async function undoBulkEdit(
  context: Context,
  { params: { bulkId } }: InputOf<typeof bulkEditsContract.undoBulkEdit>,
): Promise<BulkEdit> {
  const { db, jobs, user } = context;
  await getBulkEdit(db, bulkId);
  await withLongTimeout(db, async (tx) => {
    if (!(await setBulkState(tx, bulkId, "done", "undoing"))) throw conflict("bulk_state");
    await markAllOpen(tx, bulkId);
    await writeAudit(context, "books.bulk_undone", user.id, bulkId, {}, tx);
    await jobs.add(runBulkUndo, { bulkId, actorId: user.id }, { db: tx });
  });
  return getBulkEdit(db, bulkId);
}

const Payload = z.strictObject({ bulkId: z.uuid() });

/** Changes the books in batches; after a crash it continues with those that are not done. */
export const runBulkEdit = defineJob({
  name: "publishing.bulk",
  queue: "now",
  payload: Payload,
  ownSlots: 1,
  async run(services, { bulkId }) {
    const edit = await findBulkEdit(services.db, bulkId);
    if (edit?.state !== "running") return;
    const origin = { bulkId, actorId: edit.actorId, source: edit.csvFields ? "csv" : "bulk" } as const;
    await runInBatches(services.db, bulkId, async (tx, claimed) => {
      const ownChanges = new Map(claimed.map(({ id, changes }) => [id, changes]));
      const books = await listEdited(tx, [...ownChanges.keys()], true);
      const planned = books.map((book) => {
        const bookChanges = ownChanges.get(book.row.id);
        return { book, changes: bookChanges ?? planChanges(book.fields, edit.changes) };
      });
      await applyToMany(services, tx, planned, origin);
    });
    await setBulkState(services.db, bulkId, "running", "done");
  },
});

export const runBulkUndo = defineJob({
  name: "publishing.undo-bulk",
  queue: "now",
  payload: z.strictObject({ bulkId: z.uuid(), actorId: z.uuid() }),
  ownSlots: 1,
  async run(services, { bulkId, actorId }) {
    const edit = await findBulkEdit(services.db, bulkId);
    if (edit?.state !== "undoing") return;
    const origin = { bulkId: null, actorId: actorId as UserId, source: "bulk" } as const;
    await runInBatches(services.db, bulkId, async (tx, claimed) => {
      const ids = claimed.map(({ id }) => id);
      const changes = await listBulkChanges(tx, bulkId, ids);
      const planned = (await listEdited(tx, ids, true)).map((book) => {
        const bookChanges = changes.filter(
          ({ bookId, field, after }) =>
            bookId === book.row.id && isSame(book.fields[field as BookField], after),
        );
        return { book, changes: Object.fromEntries(bookChanges.map(({ field, before }) => [field, before])) };
      });
      await applyToMany(services, tx, planned, origin);
    });
    await setBulkState(services.db, bulkId, "undoing", "undone");
  },
});

type ClaimedBooks = Awaited<ReturnType<typeof claimBooks>>;

async function runInBatches(
  db: Database,
  bulkId: string,
  applyBatch: (tx: Database, claimed: ClaimedBooks) => Promise<void>,
): Promise<void> {
  for (let count = 1; count > 0; ) {
    const startedAt = performance.now();
    count = await db.transaction(async (tx) => {
      const claimed = await claimBooks(tx, bulkId, batchSize);
      if (claimed.length === 0) return 0;
      await applyBatch(tx, claimed);
      await markDone(
        tx,
        bulkId,
        claimed.map(({ id }) => id),
      );
      return claimed.length;
    });
    if (count === batchSize) await setTimeout((performance.now() - startedAt) * pauseRatio);
  }
  await updateVocabulary(db);
}

/** A list field can be replaced, extended or reduced. */
export function planChanges(fields: BookFields, { genres, tropes, ...plain }: BulkChanges): BookChanges {
  const lists = {
    ...(genres && { genres: changeList(fields.genres, genres, maxListNames.genres) }),
    ...(tropes && { tropes: changeList(fields.tropes, tropes, maxListNames.tropes) }),
  };
  return { ...plain, ...lists };
}

function changeList(
  before: readonly string[],
  { mode, names }: NonNullable<BulkChanges["genres"]>,
  max: number,
): string[] {
  if (mode === "replace") return [...names];
  if (mode === "remove") return before.filter((name) => !names.includes(name));
  return [...new Set([...before, ...names])].slice(0, max);
}
