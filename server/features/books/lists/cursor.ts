import { hash } from "node:crypto";
import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { invalid } from "#server/http/api/problem.ts";

export interface ListPosition {
  readonly value: string;
  readonly id: BookId;
}

/** The longest value is a normalized title. */
const Parts = z.tuple([z.string(), z.string().check(z.maxLength(500)), BookId]);

/**
 * A cursor for one list; the list is identified by all its parameters, so that a cursor works for no other.
 */
export function writeListCursor(list: string, { value, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([getFingerprint(list), value, id])).toString("base64url");
}

/** @throws {ProblemError} `invalid_input` when the cursor is invalid or belongs to another list */
export function readListCursor(list: string, cursor: string): ListPosition {
  const { data } = Parts.safeParse(parse(Buffer.from(cursor, "base64url").toString()));
  if (data?.[0] !== getFingerprint(list)) {
    throw invalid({ cursor: "page_of_other_list" });
  }
  return { value: data[1], id: data[2] };
}

const getFingerprint = (list: string) => hash("sha1", list, "base64url").slice(0, 8);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
