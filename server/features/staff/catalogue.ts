import type { User } from "#shared/accounts/user.ts";
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
import { writeAudit } from "#server/features/accounts/service.ts";
import { updateVocabulary } from "#server/features/books/service.ts";
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

type Contract = typeof staffCatalogueContract;

export const listGenres = async ({ db }: Pick<Services, "db">): Promise<{ genres: ManagedGenre[] }> => ({
  genres: await listGenreRows(db),
});

export const listTropes = async ({ db }: Pick<Services, "db">): Promise<{ tropes: ManagedTrope[] }> => ({
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

export async function createGenre(services: Services, actor: User, name: string) {
  await services.db.transaction(async (tx) => {
    requireFreeName(await lockGenres(tx), name);
    await insertGenre(tx, name);
    await writeAudit(services, "genre.created", actor.id, name, {}, tx);
  });
  return listGenres(services);
}

/** @throws {ProblemError} `not_found`; `conflict` for a taken name */
export async function editGenre(
  services: Services,
  actor: User,
  id: string,
  { name, description, icon }: InputOf<Contract["editGenre"]>["body"],
) {
  await services.db.transaction(async (tx) => {
    const all = await lockGenres(tx);
    const before = findOrThrow(all, id, "genre");
    if (name !== undefined && name !== before.name) {
      requireFreeName(all, name, id);
      await saveFormerName(tx, before.name, id);
      await deleteFormerName(tx, name);
      await updateGenre(tx, id, { name });
      await reindex(tx, await listBooksOfGenre(tx, id));
    }
    const updates = {
      ...(description !== undefined && { description }),
      ...(icon !== undefined && { icon }),
    };
    if (Object.keys(updates).length > 0) await updateGenre(tx, id, updates);
    await writeAudit(
      services,
      "genre.edited",
      actor.id,
      id,
      { from: before.name, to: name ?? before.name },
      tx,
    );
  });
  await updateVocabulary(services.db);
  return listGenres(services);
}

/** @throws {ProblemError} `conflict` when genres were added or removed in the meantime */
export async function orderGenres(services: Services, actor: User, ids: readonly string[]) {
  await services.db.transaction(async (tx) => {
    const all = await lockGenres(tx);
    const isComplete = new Set(ids).size === all.length && all.every(({ id }) => ids.includes(id));
    if (!isComplete) throw conflict("list_changed");
    for (const [position, id] of ids.entries()) await updateGenre(tx, id, { position: position + 1 });
    await writeAudit(services, "genre.ordered", actor.id, "", {}, tx);
  });
  return listGenres(services);
}

/** @throws {ProblemError} `not_found`; `conflict` while it has books, challenges or communities */
export async function deleteGenre(services: Services, actor: User, id: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { name } = findOrThrow(await lockGenres(tx), id, "genre");
    if ((await listBooksOfGenre(tx, id)).length > 0) throw conflict("has_books");
    if (await isGenreChosen(tx, id)) throw conflict("genre_in_use");
    await deleteGenreRow(tx, id);
    await writeAudit(services, "genre.deleted", actor.id, name, {}, tx);
  });
}

export async function createTrope(services: Services, actor: User, name: string) {
  await services.db.transaction(async (tx) => {
    requireFreeName(await lockTropes(tx), name);
    await insertTrope(tx, name);
    await writeAudit(services, "trope.created", actor.id, name, {}, tx);
  });
  return listTropes(services);
}

/** @throws {ProblemError} `not_found`; `conflict` for a taken name */
export async function renameTrope(services: Services, actor: User, id: string, name: string) {
  await services.db.transaction(async (tx) => {
    const all = await lockTropes(tx);
    const before = findOrThrow(all, id, "trope");
    requireFreeName(all, name, id);
    await updateTrope(tx, id, name);
    await reindex(tx, await listBooksOfTrope(tx, id));
    await writeAudit(services, "trope.renamed", actor.id, id, { from: before.name, to: name }, tx);
  });
  await updateVocabulary(services.db);
  return listTropes(services);
}

/** @throws {ProblemError} `not_found`; `conflict` while it has books */
export async function deleteTrope(services: Services, actor: User, id: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { name } = findOrThrow(await lockTropes(tx), id, "trope");
    if ((await listBooksOfTrope(tx, id)).length > 0) throw conflict("has_books");
    await deleteTropeRow(tx, id);
    await writeAudit(services, "trope.deleted", actor.id, name, {}, tx);
  });
}

const defaultPage = 50;

export async function listContributors(
  { db }: Services,
  { search = "", limit = defaultPage, cursor }: InputOf<Contract["listContributors"]>["query"],
) {
  const after = cursor === undefined ? null : Buffer.from(cursor, "base64url").toString();
  const rows = await listContributorRows(db, normalizeSearchText(search), after, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    contributors: page.map(toContributor),
    nextCursor: last ? Buffer.from(last.normalizedName).toString("base64url") : null,
  };
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
  services: Services,
  actor: User,
  id: ContributorId,
  { name, bio, username }: InputOf<Contract["editContributor"]>["body"],
): Promise<ManagedContributor> {
  await services.db.transaction(async (tx) => {
    const [before] = await lockContributors(tx, [id]);
    if (!before) throw notFound("author");
    const userId = username ? await findAuthorAccount(tx, username) : null;
    if (username && !userId) throw invalid({ username: "author_unknown" });
    await updateContributor(tx, id, {
      ...(bio !== undefined && { bio }),
      ...(username !== undefined && { userId }),
    });
    if (name !== undefined && name !== before.name) {
      const normalizedName = normalizeSearchText(name) || name.toLowerCase();
      if (await isNameTaken(tx, id, normalizedName)) throw conflict("name_taken", { name: "name_taken" });
      await updateContributor(tx, id, { name, normalizedName, transliterationKey: getNameKey(name) });
      await reindex(tx, await listBooksOfContributor(tx, id));
    }
    await writeAudit(services, "contributor.edited", actor.id, id, { from: before.name }, tx);
  });
  await updateVocabulary(services.db);
  return showContributor(services, id);
}
