import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { Cursor, JobResult, line, prose, queryInt, rawText } from "#shared/api/schemas.ts";
import { ContributorId, GenreIcon } from "#shared/books/book.ts";

const Id = z.uuid();

export const ManagedGenre = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  icon: z.nullable(GenreIcon),
  /** All its books, also unpublished ones, counted to `maxCounted`. */
  bookCount: z.int(),
});
export type ManagedGenre = z.infer<typeof ManagedGenre>;

export const ManagedTrope = z.object({ id: Id, name: z.string(), bookCount: z.int() });
export type ManagedTrope = z.infer<typeof ManagedTrope>;

export const ManagedContributor = z.object({
  id: ContributorId,
  name: z.string(),
  bio: z.string(),
  bookCount: z.int(),
  /** The linked account; null for none. */
  account: z.nullable(z.object({ id: UserId, username: z.string() })),
});
export type ManagedContributor = z.infer<typeof ManagedContributor>;

const genreParams = z.strictObject({ genreId: Id });
const tropeParams = z.strictObject({ tropeId: Id });
const contributorParams = z.strictObject({ contributorId: ContributorId });
const Genres = z.object({ genres: z.array(ManagedGenre) });
const Tropes = z.object({ tropes: z.array(ManagedTrope) });

export const staffCatalogueContract = {
  listManagedGenres: route({
    method: "GET",
    path: "/api/admin/genres",
    access: "employee",
    summary: "Genres in their order, with the number of their books",
    reads: ["genre"],
    response: Genres,
  }),

  createGenre: route({
    method: "POST",
    path: "/api/admin/genres",
    access: "employee",
    summary: "Creates a genre",
    changes: ["genre"],
    errors: ["conflict"],
    body: z.strictObject({ name: line(60) }),
    response: Genres,
  }),

  /** The old name redirects to the genre. */
  editGenre: route({
    method: "PATCH",
    path: "/api/admin/genres/:genreId",
    access: "employee",
    summary: "Renames or describes a genre; books and search follow",
    changes: ["genre"],
    errors: ["conflict"],
    params: genreParams,
    body: z.strictObject({
      name: z.optional(line(60)),
      description: z.optional(prose(500)),
      icon: z.optional(z.nullable(GenreIcon)),
    }),
    response: Genres,
  }),

  orderGenres: route({
    method: "PUT",
    path: "/api/admin/genres/order",
    access: "employee",
    summary: "Sets the order of all genres",
    changes: ["genre"],
    errors: ["conflict"],
    body: z.strictObject({ ids: z.array(Id).check(z.maxLength(500)) }),
    response: Genres,
  }),

  deleteGenre: route({
    method: "DELETE",
    path: "/api/admin/genres/:genreId",
    access: "admin",
    summary: "Deletes a genre without books",
    changes: ["genre"],
    errors: ["conflict"],
    params: genreParams,
    response: JobResult,
  }),

  listManagedTropes: route({
    method: "GET",
    path: "/api/admin/tropes",
    access: "employee",
    summary: "Themes by name, with the number of their books",
    reads: ["trope"],
    response: Tropes,
  }),

  createTrope: route({
    method: "POST",
    path: "/api/admin/tropes",
    access: "employee",
    summary: "Creates a theme",
    changes: ["trope"],
    errors: ["conflict"],
    body: z.strictObject({ name: line(60) }),
    response: Tropes,
  }),

  renameTrope: route({
    method: "PATCH",
    path: "/api/admin/tropes/:tropeId",
    access: "employee",
    summary: "Renames a theme; books and search follow",
    changes: ["trope"],
    errors: ["conflict"],
    params: tropeParams,
    body: z.strictObject({ name: line(60) }),
    response: Tropes,
  }),

  deleteTrope: route({
    method: "DELETE",
    path: "/api/admin/tropes/:tropeId",
    access: "admin",
    summary: "Deletes a theme without books",
    changes: ["trope"],
    errors: ["conflict"],
    params: tropeParams,
    response: JobResult,
  }),

  listContributors: route({
    method: "GET",
    path: "/api/admin/contributors",
    access: "employee",
    budget: "search",
    summary: "Authors, narrators and other contributors by name",
    reads: ["contributor"],
    query: z.strictObject({
      search: z.optional(rawText(200)),
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
    }),
    rows: "contributors",
    response: z.object({ contributors: z.array(ManagedContributor), nextCursor: z.nullable(Cursor) }),
  }),

  editContributor: route({
    method: "PATCH",
    path: "/api/admin/contributors/:contributorId",
    access: "employee",
    summary: "Changes the name, the biography or the account of a contributor; books and search follow",
    changes: ["contributor"],
    errors: ["conflict"],
    params: contributorParams,
    body: z.strictObject({
      name: z.optional(line(200)),
      bio: z.optional(prose(5000)),
      /** The username of an author's account; empty to unlink. */
      username: z.optional(rawText(60)),
    }),
    response: ManagedContributor,
  }),
};
