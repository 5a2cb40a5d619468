import { doublePrecision, foreignKey, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { MarkId } from "#shared/marks/mark.ts";
import type { SharedMarkId, SharedMarkState } from "#shared/marks/shared-mark.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { marks } from "#server/db/schema/reading/marks.ts";
import { userBookColumns } from "#server/db/schema/user-book-columns.ts";
import { communityIdColumn } from "./communities.ts";

/** Marks that their owners share with the members of a community. */
export const sharedMarks = pgTable(
  "shared_marks",
  {
    id: uuid().$type<SharedMarkId>().primaryKey().defaultRandom(),
    ...userBookColumns(),
    markId: uuid().$type<MarkId>().notNull(),
    communityId: communityIdColumn(),
    state: text().$type<SharedMarkState>().notNull(),
    /** Why moderators removed it. */
    removedReason: text().notNull().default(""),
    /** The point that a reader has to reach: the start of its last sentence, as fractions of the text and the audio. */
    textReach: doublePrecision(),
    audioReach: doublePrecision(),
    /** One of the two, for sorting. */
    place: doublePrecision().notNull(),
    sharedAt: timestampColumn().notNull(),
  },
  (table) => [
    unique("shared_marks_once").on(table.communityId, table.userId, table.markId),
    index("shared_marks_by_place").on(table.communityId, table.bookId, table.place, table.id),
    index("shared_marks_of_mark").on(table.userId, table.markId),
    index("shared_marks_of_book").on(table.bookId),
    foreignKey({
      name: "shared_marks_mark",
      columns: [table.userId, table.markId],
      foreignColumns: [marks.userId, marks.id],
    }).onDelete("cascade"),
  ],
);
