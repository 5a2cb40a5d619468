import type { InputOf } from "#shared/api/contract.ts";
import type { ContributorId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { getNameKey } from "#shared/books/person-names.ts";
import type {
  ManagedContributor,
  ManagedGenre,
  ManagedTrope,
  staffCatalogueContract,
} from "#shared/staff/catalogue.ts";
import { isUniqueViolation } from "#server/db/is-unique-violation.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { updateVocabulary } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, nameText, toPage } from "#server/http/api/cursor.ts";
import { conflict, invalid, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import {
  type ContributorRow,
  deleteFormerName,
  deleteGenreRow,
  deleteTropeRow,
  findAuthorAccount,
  findContributorRow,
  insertGenre,
  insertTrope,
  isGenreChosen,
  isNameTaken,
  listBooksOfContributor,
  listBooksOfGenre,
  listBooksOfTrope,
  listContributorRows,
  listGenreRows,
  listTropeRows,
  lockContributors,
  lockGenres,
  lockTropes,
  saveFormerName,
  updateContributor,
  updateGenre,
  updateTrope,
} from "./catalogue-queries.ts";
import { reindex } from "./reindex.ts";
import { isSameName } from "./same-name.ts";

export const listManagedGenres = async ({ db }: Context): Promise<{ genres: ManagedGenre[] }> => ({
  genres: await listGenreRows(db),
});

export const listManagedTropes = async ({ db }: Context): Promise<{ tropes: ManagedTrope[] }> => ({
  tropes: await listTropeRows(db),
});

interface NamedRow {
  readonly id: string;
  readonly name: string;
}

/** @throws {ProblemError} `not_found` */
function findOrThrow(all: readonly NamedRow[], id: string, noun: string): NamedRow {
  const found = all.find((row) => row.id === id);
  if (!found) throw notFound(noun);
  return found;
}

/** @throws {ProblemError} `conflict` when another one has this name */
function requireFreeName(all: readonly NamedRow[], name: string, exceptId?: string): void {
  const isTaken = all.some((row) => row.id !== exceptId && isSameName(row.name, name));
  if (isTaken) throw conflict("name_taken", { name: "name_taken" });
}

export async function createGenre(
  context: Context,
  { body: { name } }: InputOf<typeof staffCatalogueContract.createGenre>,
) {
  await context.db.transaction(async (tx) => {
    requireFreeName(await lockGenres(tx), name);
    await insertGenre(tx, name);
    await writeAudit(context, "genre.created", context.user.id, name, {}, tx);
  });
  return listManagedGenres(context);
}

/** @throws {ProblemError} `not_found`; `conflict` for a taken name */
export async function editGenre(
  context: Context,
  {
    params: { genreId },
    body: { name, description, icon },
  }: InputOf<typeof staffCatalogueContract.editGenre>,
) {
  await context.db.transaction(async (tx) => {
    const all = await lockGenres(tx);
    const before = findOrThrow(all, genreId, "genre");
    if (name !== undefined && name !== before.name) {
      requireFreeName(all, name, genreId);
      await saveFormerName(tx, before.name, genreId);
      await deleteFormerName(tx, name);
      await updateGenre(tx, genreId, { name });
      await reindex(tx, await listBooksOfGenre(tx, genreId));
    }
    const updates = {
      ...(description !== undefined && { description }),
      ...(icon !== undefined && { icon }),
    };
    if (Object.keys(updates).length > 0) await updateGenre(tx, genreId, updates);
    await writeAudit(
      context,
      "genre.edited",
      context.user.id,
      genreId,
      { from: before.name, to: name ?? before.name },
      tx,
    );
  });
  await updateVocabulary(context.db);
  return listManagedGenres(context);
}

/** @throws {ProblemError} `conflict` when genres were added or removed in the meantime */
export async function orderGenres(
  context: Context,
  { body: { ids } }: InputOf<typeof staffCatalogueContract.orderGenres>,
) {
  await context.db.transaction(async (tx) => {
    const all = await lockGenres(tx);
    const isComplete = new Set(ids).size === all.length && all.every(({ id }) => ids.includes(id));
    if (!isComplete) throw conflict("list_changed");
    for (const [position, id] of ids.entries()) await updateGenre(tx, id, { position: position + 1 });
    await writeAudit(context, "genre.ordered", context.user.id, "", {}, tx);
  });
  return listManagedGenres(context);
}

/** @throws {ProblemError} `not_found`; `conflict` while it has books, challenges or communities */
export async function deleteGenre(
  context: Context,
  { params: { genreId } }: InputOf<typeof staffCatalogueContract.deleteGenre>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { name } = findOrThrow(await lockGenres(tx), genreId, "genre");
    if ((await listBooksOfGenre(tx, genreId)).length > 0) throw conflict("has_books");
    if (await isGenreChosen(tx, genreId)) throw conflict("genre_in_use");
    await deleteGenreRow(tx, genreId);
    await writeAudit(context, "genre.deleted", context.user.id, name, {}, tx);
  });
}

export async function createTrope(
  context: Context,
  { body: { name } }: InputOf<typeof staffCatalogueContract.createTrope>,
) {
  await context.db.transaction(async (tx) => {
    requireFreeName(await lockTropes(tx), name);
    await insertTrope(tx, name);
    await writeAudit(context, "trope.created", context.user.id, name, {}, tx);
  });
  return listManagedTropes(context);
}

/** @throws {ProblemError} `not_found`; `conflict` for a taken name */
export async function renameTrope(
  context: Context,
  { params: { tropeId }, body: { name } }: InputOf<typeof staffCatalogueContract.renameTrope>,
) {
  await context.db.transaction(async (tx) => {
    const all = await lockTropes(tx);
    const before = findOrThrow(all, tropeId, "trope");
    requireFreeName(all, name, tropeId);
    await updateTrope(tx, tropeId, name);
    await reindex(tx, await listBooksOfTrope(tx, tropeId));
    await writeAudit(context, "trope.renamed", context.user.id, tropeId, { from: before.name, to: name }, tx);
  });
  await updateVocabulary(context.db);
  return listManagedTropes(context);
}

/** @throws {ProblemError} `not_found`; `conflict` while it has books */
export async function deleteTrope(
  context: Context,
  { params: { tropeId } }: InputOf<typeof staffCatalogueContract.deleteTrope>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { name } = findOrThrow(await lockTropes(tx), tropeId, "trope");
    if ((await listBooksOfTrope(tx, tropeId)).length > 0) throw conflict("has_books");
    await deleteTropeRow(tx, tropeId);
    await writeAudit(context, "trope.deleted", context.user.id, name, {}, tx);
  });
}

const defaultPage = 50;

export async function listContributors(
  { db }: Context,
  {
    query: { search = "", limit = defaultPage, cursor },
  }: InputOf<typeof staffCatalogueContract.listContributors>,
) {
  const [after = null] = decodeCursor(cursor, nameText) ?? [];
  const rows = await listContributorRows(db, normalizeSearchText(search), after, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.normalizedName]);
  return { contributors: shown.map(toContributor), nextCursor };
}

function toContributor({ id, name, bio, bookCount, userId, username }: ContributorRow): ManagedContributor {
  return { id, name, bio, bookCount, account: userId && username ? { id: userId, username } : null };
}

async function showContributor({ db }: Services, id: ContributorId): Promise<ManagedContributor> {
  const row = await findContributorRow(db, id);
  if (!row) throw notFound("author");
  return toContributor(row);
}

/** @throws {ProblemError} `not_found`; `conflict` for a taken name; `invalid_input` for an unknown account */
export async function editContributor(
  context: Context,
  {
    params: { contributorId },
    body: { name, bio, username },
  }: InputOf<typeof staffCatalogueContract.editContributor>,
): Promise<ManagedContributor> {
  await context.db.transaction(async (tx) => {
    const [before] = await lockContributors(tx, [contributorId]);
    if (!before) throw notFound("author");
    const userId = username ? await findAuthorAccount(tx, username) : null;
    if (username && !userId) throw invalid({ username: "author_unknown" });
    const details = { ...(bio !== undefined && { bio }), ...(username !== undefined && { userId }) };
    if (Object.keys(details).length > 0) await updateContributor(tx, contributorId, details);
    if (name !== undefined && name !== before.name) {
      const normalizedName = normalizeSearchText(name) || name.toLowerCase();
      const nameTaken = conflict("name_taken", { name: "name_taken" });
      if (await isNameTaken(tx, contributorId, normalizedName)) throw nameTaken;
      const names = { name, normalizedName, transliterationKey: getNameKey(name) };
      await updateContributor(tx, contributorId, names).catch((error: unknown) => {
        throw isUniqueViolation(error, "contributors_normalizedName_unique") ? nameTaken : error;
      });
      await reindex(tx, await listBooksOfContributor(tx, contributorId));
    }
    await writeAudit(
      context,
      "contributor.edited",
      context.user.id,
      contributorId,
      { from: before.name },
      tx,
    );
  });
  await updateVocabulary(context.db);
  return showContributor(context, contributorId);
}
