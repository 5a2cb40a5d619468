import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, line, prose, queryInt, rawText } from "#shared/api/schemas.ts";
import { Book, BookId } from "#shared/books/book.ts";
import { Person } from "#shared/people/person.ts";

export const ShelfId = z.uuid().brand<"ShelfId">();
export type ShelfId = z.infer<typeof ShelfId>;

/** `friends`: friends of the owner. */
export const ShelfVisibility = z.enum(["public", "friends", "private"]);
export type ShelfVisibility = z.infer<typeof ShelfVisibility>;

export const maxShelves = 200;
export const maxShelfBooks = 2_000;
export const maxShelfName = 100;
export const maxShelfDescription = 1_000;
export const maxShelfNote = 500;
/** The covers of a shelf in lists. */
export const maxShelfCovers = 4;

export const Shelf = z.object({
  id: ShelfId,
  name: z.string(),
  description: z.string(),
  visibility: ShelfVisibility,
  /** Visible books. */
  bookCount: z.int(),
  /** The first visible books. */
  covers: z.array(z.object({ id: BookId, title: z.string(), coverImageUrl: z.string() })),
  updatedAt: Instant,
});
export type Shelf = z.infer<typeof Shelf>;

export const OwnShelf = z.extend(Shelf, {
  /** Whether it has the book that was asked for. */
  hasBook: z.boolean(),
  /** Why staff hid it from others; null when they did not. */
  removedReason: z.nullable(z.string()),
});
export type OwnShelf = z.infer<typeof OwnShelf>;

export const ShelfDetail = z.extend(Shelf, {
  owner: Person,
  isOwn: z.boolean(),
  followerCount: z.int(),
  isPicked: z.boolean(),
  removedReason: z.nullable(z.string()),
});
export type ShelfDetail = z.infer<typeof ShelfDetail>;

export const ShelfBook = z.object({ book: Book, note: z.string(), addedAt: Instant });
export type ShelfBook = z.infer<typeof ShelfBook>;

const params = z.strictObject({ shelfId: ShelfId });
const bookParams = z.strictObject({ shelfId: ShelfId, bookId: BookId });

const facts = {
  name: line(maxShelfName),
  description: prose(maxShelfDescription),
  visibility: ShelfVisibility,
};

export const shelvesContract = {
  listShelves: route({
    method: "GET",
    path: "/api/user/shelves",
    access: "reader",
    summary: "The user's shelves, the most recently changed first, and which of them have a book",
    reads: ["shelf"],
    query: z.strictObject({ bookId: z.optional(BookId) }),
    response: z.array(OwnShelf),
  }),

  /** With a book, the shelf begins with it. */
  createShelf: route({
    method: "POST",
    path: "/api/user/shelves",
    access: "reader",
    summary: "Creates a shelf",
    changes: ["shelf"],
    errors: ["not_found", "conflict", "email_unverified"],
    body: z.strictObject({ ...facts, bookId: z.optional(BookId) }),
    response: z.object({ id: ShelfId }),
  }),

  updateShelf: route({
    method: "PUT",
    path: "/api/user/shelves/:shelfId",
    access: "reader",
    summary: "Changes the name, the description and the visibility of a shelf",
    changes: ["shelf"],
    errors: ["not_found", "conflict", "email_unverified"],
    params,
    body: z.strictObject(facts),
    response: JobResult,
  }),

  deleteShelf: route({
    method: "DELETE",
    path: "/api/user/shelves/:shelfId",
    access: "reader",
    summary: "Deletes a shelf; its books are unchanged",
    changes: ["shelf", "follow"],
    params,
    response: JobResult,
  }),

  /** A note replaces that of a book that is on the shelf already. */
  saveShelfBook: route({
    method: "PUT",
    path: "/api/user/shelves/:shelfId/books/:bookId",
    access: "reader",
    summary: "Adds a book to the end of a shelf, or changes its note",
    changes: ["shelf"],
    errors: ["not_found", "conflict"],
    params: bookParams,
    body: z.strictObject({ note: z.optional(prose(maxShelfNote)) }),
    response: JobResult,
  }),

  deleteShelfBook: route({
    method: "DELETE",
    path: "/api/user/shelves/:shelfId/books/:bookId",
    access: "reader",
    summary: "Removes a book from a shelf",
    changes: ["shelf"],
    errors: ["not_found"],
    params: bookParams,
    response: JobResult,
  }),

  moveShelfBook: route({
    method: "PUT",
    path: "/api/user/shelves/:shelfId/books/:bookId/position",
    access: "reader",
    summary: "Moves a book of a shelf behind another one, or to the start",
    changes: ["shelf"],
    errors: ["not_found"],
    params: bookParams,
    body: z.strictObject({ after: z.nullable(BookId) }),
    response: JobResult,
  }),

  getShelf: route({
    method: "GET",
    path: "/api/shelves/:shelfId",
    access: "guest",
    summary: "A shelf that the user may see",
    reads: ["shelf", "person", "follow"],
    errors: ["not_found"],
    params,
    response: ShelfDetail,
  }),

  listShelfBooks: route({
    method: "GET",
    path: "/api/shelves/:shelfId/books",
    access: "guest",
    summary: "The books of a shelf, in its order",
    reads: ["shelf"],
    errors: ["not_found"],
    params,
    query: z.strictObject({ limit: queryInt(1, 100), cursor: z.optional(Cursor) }),
    rows: "books",
    rowKey: ({ book }: ShelfBook) => book.id,
    response: z.object({ books: z.array(ShelfBook), nextCursor: z.nullable(Cursor) }),
  }),

  listReaderShelves: route({
    method: "GET",
    path: "/api/readers/:username/shelves",
    access: "reader",
    summary: "The shelves of a reader that the user may see",
    reads: ["shelf", "profile", "relation"],
    errors: ["not_found"],
    params: z.strictObject({ username: rawText(60).check(z.minLength(1)) }),
    response: z.array(Shelf),
  }),

  /** Null unless an admin chose one. */
  getPickedShelf: route({
    method: "GET",
    path: "/api/picked-shelf",
    access: "guest",
    summary: "The shelf on the landing page with its first books",
    reads: ["shelf"],
    response: z.nullable(z.object({ shelf: Shelf, books: z.array(Book) })),
  }),

  pickShelf: route({
    method: "PUT",
    path: "/api/admin/picked-shelf",
    access: "admin",
    summary: "Shows a public shelf on the landing page, or none",
    changes: ["shelf"],
    errors: ["not_found", "conflict"],
    body: z.strictObject({ shelfId: z.nullable(ShelfId) }),
    response: JobResult,
  }),
};

export const shelvesStreams = {
  getShelfImage: stream({
    method: "GET",
    path: "/api/shelves/:shelfId/image.jpg",
    access: "guest",
    budget: "picture",
    summary: "The first covers of a public shelf as one picture for links to it",
    params,
    produces: "image/jpeg",
  }),
};
