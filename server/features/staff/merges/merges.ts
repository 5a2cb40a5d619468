import { getFullName } from "#shared/accounts/full-name.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId, ContributorId } from "#shared/books/book.ts";
import {
  type Merge,
  type MergeKind,
  type MergePreview,
  type mergesContract,
  mergeUndoDays,
} from "#shared/staff/merges.ts";
import type { Database } from "#server/db/client.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { updateVocabulary } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, invalid, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import {
  deleteFormerNameOf,
  findAccountName,
  isNameTaken,
  listBooksOfContributor,
  listBooksOfGenre,
  listBooksOfTrope,
  lockContributors,
  lockGenres,
  lockTropes,
  saveFormerName,
} from "../catalogue-queries.ts";
import { reindex } from "../reindex.ts";
import { isSameName } from "../same-name.ts";
import {
  clearColumns,
  copyColumns,
  countMoves,
  deleteRow,
  findMergeRow,
  findRow,
  insertMerge,
  insertRow,
  isAccount,
  listMergeRows,
  lockMerge,
  type MergeRow,
  moveReference,
  restoreReference,
  setUndone,
} from "./merge-queries.ts";
import { mergeReferences, takenColumns } from "./merge-references.ts";

type Row = Readonly<Record<string, unknown>>;

const undoMs = mergeUndoDays * 24 * 3_600_000;
const nouns = { genre: "genre", trope: "trope", contributor: "author" } as const;

const listBooks: Readonly<Record<MergeKind, (tx: Database, id: string) => Promise<BookId[]>>> = {
  genre: listBooksOfGenre,
  trope: listBooksOfTrope,
  contributor: (tx, id) => listBooksOfContributor(tx, id as ContributorId),
};

/** Other edits and merges of these rows wait. */
async function lockRows(tx: Database, kind: MergeKind, ids: readonly string[]) {
  if (kind === "genre") return lockGenres(tx);
  if (kind === "trope") return lockTropes(tx);
  return lockContributors(tx, ids as ContributorId[]);
}

/** @throws {ProblemError} `not_found`; `invalid_input` for itself */
async function getPair(db: Database, kind: MergeKind, fromId: string, targetId: string) {
  if (fromId === targetId) throw invalid({ targetId: "merge_into_itself" });
  const [from, target] = [await findRow(db, kind, fromId), await findRow(db, kind, targetId)];
  if (!from || !target) throw notFound(nouns[kind]);
  return { from, target };
}

const hasTwoAccounts = (from: Row, target: Row): boolean =>
  Boolean(from["user_id"] && target["user_id"] && from["user_id"] !== target["user_id"]);

/** @throws {ProblemError} `not_found`; `invalid_input` for itself */
export async function previewMerge(
  { db }: Context,
  { query: { kind, fromId, targetId } }: InputOf<typeof mergesContract.previewMerge>,
): Promise<MergePreview> {
  const { from, target } = await getPair(db, kind, fromId, targetId);
  const moves: MergePreview["moves"] = [];
  for (const reference of mergeReferences[kind]) {
    const counts = await countMoves(db, reference, fromId, targetId);
    if (counts.count > 0) moves.push({ subject: reference.subject, ...counts });
  }
  const userId = target["user_id"] ? null : from["user_id"];
  return {
    moves,
    username: typeof userId === "string" ? await findAccountName(db, userId) : null,
    hasTwoAccounts: hasTwoAccounts(from, target),
  };
}

/** @throws {ProblemError} `not_found`; `invalid_input` for itself; `conflict` for two accounts */
export async function createMerge(
  context: Context,
  { body: { kind, fromId, targetId } }: InputOf<typeof mergesContract.createMerge>,
): Promise<Merge> {
  const id = await context.db.transaction(async (tx) => {
    await lockRows(tx, kind, [fromId, targetId]);
    const { from, target } = await getPair(tx, kind, fromId, targetId);
    if (hasTwoAccounts(from, target)) throw conflict("two_accounts");
    const books = await listBooks[kind](tx, fromId);
    const filledColumns = listEmptyColumns(kind, target);
    const mergeId = await insertMerge(tx, {
      kind,
      fromId,
      targetId,
      fromRow: from,
      filledColumns,
      actorId: context.user.id,
      mergedAt: context.clock(),
    });
    for (const reference of mergeReferences[kind]) {
      await moveReference(tx, mergeId, reference, fromId, targetId);
    }
    await deleteRow(tx, kind, fromId);
    await copyColumns(tx, kind, from, targetId, filledColumns);
    if (kind === "genre") await saveFormerName(tx, String(from["name"]), targetId);
    await reindex(tx, books);
    const details = { from: from["name"], target: target["name"], mergeId };
    await writeAudit(context, `${kind}.merged`, context.user.id, targetId, details, tx);
    return mergeId;
  });
  await updateVocabulary(context.db);
  return getMerge(context, id);
}

const isEmptyValue = (value: unknown) =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The columns of the target that take the values of the merged row. */
const listEmptyColumns = (kind: MergeKind, target: Row): string[] =>
  takenColumns[kind].filter(([first = ""]) => isEmptyValue(target[first])).flat();

/** @throws {ProblemError} `not_found`; `conflict` after an undo, 30 days, a later merge, or for a taken name */
export async function undoMerge(
  context: Context,
  { params: { mergeId } }: InputOf<typeof mergesContract.undoMerge>,
): Promise<Merge> {
  const { clock, user } = context;
  await context.db.transaction(async (tx) => {
    const merge = await lockMerge(tx, mergeId);
    if (!merge) throw notFound("merge");
    const { kind, fromId, targetId, fromRow, filledColumns } = merge;
    if (merge.undoneAt) throw conflict("merge_undone");
    if (clock().getTime() >= merge.mergedAt.getTime() + undoMs) throw conflict("merge_too_old");
    const locked = await lockRows(tx, kind, [targetId]);
    if (!locked.some((row) => row.id === targetId)) throw conflict("merge_target_missing");
    await requireFreeName(tx, kind, fromRow, locked);

    const userId = (await isAccount(tx, fromRow["user_id"])) ? fromRow["user_id"] : null;
    await insertRow(tx, kind, "user_id" in fromRow ? { ...fromRow, user_id: userId } : fromRow);
    for (const reference of mergeReferences[kind]) {
      await restoreReference(tx, mergeId, reference, fromId, targetId);
    }
    await clearColumns(tx, kind, fromRow, targetId, filledColumns);
    if (kind === "genre") await deleteFormerNameOf(tx, String(fromRow["name"]), targetId);
    await reindex(tx, await listBooks[kind](tx, fromId));
    await setUndone(tx, mergeId, clock());
    await writeAudit(context, `${kind}.merge_undone`, user.id, fromId, { from: fromRow["name"] }, tx);
  });
  await updateVocabulary(context.db);
  return getMerge(context, mergeId);
}

/** @throws {ProblemError} `conflict` when another one has taken the name since */
async function requireFreeName(
  tx: Database,
  kind: MergeKind,
  fromRow: Row,
  locked: readonly { readonly name: string }[],
): Promise<void> {
  const isTaken =
    kind === "contributor"
      ? await isNameTaken(tx, fromRow["id"] as ContributorId, String(fromRow["normalized_name"]))
      : locked.some(({ name }) => isSameName(name, String(fromRow["name"])));
  if (isTaken) throw conflict("name_taken");
}

/** @throws {ProblemError} `not_found` */
async function getMerge({ db }: Pick<Services, "db">, id: string): Promise<Merge> {
  const row = await findMergeRow(db, id);
  if (!row) throw notFound("merge");
  return toMerge(row);
}

export async function listMerges(
  { db, clock }: Context,
  { query: { kind } }: InputOf<typeof mergesContract.listMerges>,
): Promise<{ merges: Merge[] }> {
  const rows = await listMergeRows(db, kind, new Date(clock().getTime() - undoMs));
  return { merges: rows.map(toMerge) };
}

const toMerge = ({ firstName, lastName, fromId: _, ...row }: MergeRow): Merge => ({
  ...row,
  actor: getFullName(firstName, lastName),
  undoableUntil: new Date(row.mergedAt.getTime() + undoMs),
});
