import { bigint, boolean, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { Reason } from "#shared/api/problem.ts";
import type { BookId } from "#shared/books/book.ts";
import type { UploadFileId, UploadSetId, UploadState } from "#shared/uploads/contract.ts";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

/** An upload of one book. */
export const uploadSets = pgTable(
  "upload_sets",
  {
    id: uuid().$type<UploadSetId>().primaryKey().defaultRandom(),
    /** The uploader. */
    ownerId: userIdColumn(),
    /** The book will belong to the site. */
    isForSite: boolean().notNull().default(false),
    title: text().notNull(),
    /** The title wins over those in the files. */
    isTitleChosen: boolean().notNull().default(false),
    /** The files replace those of this book. */
    revisionOf: uuid()
      .$type<BookId>()
      .references(() => books.id, { onDelete: "cascade" }),
    state: text().$type<UploadState>().notNull().default("open"),
    reason: jsonb().$type<Reason>(),
    bookId: uuid()
      .$type<BookId>()
      .references(() => books.id, { onDelete: "set null" }),
    createdAt: timestampColumn().notNull(),
    expiresAt: timestampColumn().notNull(),
  },
  (table) => [index("upload_sets_of_owner").on(table.ownerId, table.state), index().on(table.expiresAt)],
);

/** Its files, under `uploads/<set>/<file>` in the data folder. The offset is the size of the stored file. */
export const uploadFiles = pgTable(
  "upload_files",
  {
    id: uuid().$type<UploadFileId>().primaryKey().defaultRandom(),
    setId: uuid()
      .$type<UploadSetId>()
      .notNull()
      .references(() => uploadSets.id, { onDelete: "cascade" }),
    /** Relative, as on the sender's device. */
    path: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    /**
     * Hex, of the digests of its blocks; empty before the upload is finished or when the client sent none.
     */
    digest: text().notNull().default(""),
  },
  (table) => [unique().on(table.setId, table.path)],
);
