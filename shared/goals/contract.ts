import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { JobResult } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { Day, Zone } from "#shared/reading-activity/time-zone.ts";

export const GoalId = z.uuid().brand<"GoalId">();
export type GoalId = z.infer<typeof GoalId>;

/** Minutes per day, pages per day, books per year, or one book by a date. */
export const GoalKind = z.enum(["minutes", "pages", "books", "book"]);
export type GoalKind = z.infer<typeof GoalKind>;

export const maxBookGoals = 20;

/** A goal as set by the reader: an amount, or a book and a date. */
export const NewGoal = z.strictObject({
  kind: GoalKind,
  /** Minutes or pages per day, or books per year; not for `book`. */
  amount: z.optional(z.int().check(z.gte(1), z.lte(1_440))),
  /** Only for `book`. */
  bookId: z.optional(BookId),
  /** The day by which the book is to be finished. */
  until: z.optional(Day),
  splitByPrayer: z.optional(z.boolean()),
});
export type NewGoal = z.infer<typeof NewGoal>;

export const Portion = z.object({
  unit: z.enum(["pages", "minutes"]),
  remaining: z.number(),
  /** Including today; 0 after the date. */
  daysLeft: z.int(),
  /** For today; null after the date. */
  today: z.nullable(z.number()),
  doneToday: z.number(),
  /** Today's portion in five parts; null unless chosen. */
  parts: z.nullable(z.object({ each: z.number(), done: z.int() })),
});
export type Portion = z.infer<typeof Portion>;

export const Goal = z.object({
  id: GoalId,
  kind: GoalKind,
  amount: z.nullable(z.int()),
  book: z.nullable(z.object({ id: BookId, title: z.nullable(z.string()) })),
  until: z.nullable(Day),
  splitByPrayer: z.boolean(),
  done: z.number(),
  isReached: z.boolean(),
  /** Days among the last seven on which a daily goal was reached; null for other goals. */
  daysOfWeek: z.nullable(z.int()),
  /** For yearly goals: days per remaining book; null for others and when reached. */
  daysForEach: z.nullable(z.int()),
  portion: z.nullable(Portion),
});
export type Goal = z.infer<typeof Goal>;

const goalParams = z.strictObject({ goalId: GoalId });
const zoneQuery = z.strictObject({ zone: z.optional(Zone) });

export const goalsContract = {
  listGoals: route({
    method: "GET",
    path: "/api/goals",
    access: "reader",
    summary: "The user's goals with today's progress",
    reads: ["goal", "activity", "imported-book"],
    query: zoneQuery,
    response: z.array(Goal),
  }),

  saveGoal: route({
    method: "PUT",
    path: "/api/goals/:goalId",
    access: "reader",
    summary: "Creates or replaces a goal",
    changes: ["goal"],
    errors: ["not_found", "conflict"],
    params: goalParams,
    query: zoneQuery,
    body: NewGoal,
    response: Goal,
  }),

  deleteGoal: route({
    method: "DELETE",
    path: "/api/goals/:goalId",
    access: "reader",
    summary: "Deletes a goal",
    changes: ["goal"],
    params: goalParams,
    response: JobResult,
  }),
};
