import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { route } from "#shared/kernel/contract.ts";

/**
 * What an employee should look at: a book's cover that was not made, a narration or an alignment that broke off, and
 * chapters whose text and sound did not find together.
 */
export const deskKinds = ["cover", "narration", "alignment", "doubtful"] as const;

export const DeskItem = z.object({
  kind: z.enum(deskKinds),
  bookId: BookId,
  title: z.string(),
});
export type DeskItem = z.infer<typeof DeskItem>;

const Count = z.int().check(z.nonnegative());

/** What lies on the employees' desk. */
export const Desk = z.object({
  /** Those who ask to become an author and wait for an answer. */
  applications: Count,
  /** The first fifty. */
  items: z.array(DeskItem),
  itemCount: Count,
  counts: z.object({ books: Count, accounts: Count, authors: Count, recordings: Count }),
});
export type Desk = z.infer<typeof Desk>;

export const adminContract = {
  /** Also tells whether the area is open: 401 after half an hour without an act in it. */
  getDesk: route({
    method: "GET",
    path: "/api/admin/desk",
    access: "employee",
    summary: "What needs a decision, and what there is",
    reply: Desk,
  }),
};
