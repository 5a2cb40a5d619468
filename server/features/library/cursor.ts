import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { invalid } from "#server/http/api/problem.ts";
import type { After } from "./queries.ts";

const Parts = z.tuple([z.string().check(z.regex(/^\d{1,17}$/)), BookId]);

export const cursorAfter = ({ touched, bookId }: After): string => `${touched}_${bookId}`;

/** @throws {ProblemError} `invalid_input` for an unknown cursor */
export function readCursor(cursor: string): After {
  const { data } = Parts.safeParse(cursor.split("_"));
  if (!data) throw invalid({ cursor: "unknown_page" });
  const [touched, bookId] = data;
  return { touched, bookId };
}
