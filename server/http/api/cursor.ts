import { hash } from "node:crypto";
import * as z from "zod/mini";
import { invalid } from "./problem.ts";

/** A timestamp as Postgres writes it, with microseconds. */
export const timestampText = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:?\d\d)?$/),
  z.refine((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))),
);

function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export const timeAndId = z.tuple([timestampText, z.uuid()]);
export type TimeAndId = z.output<typeof timeAndId>;

/** Microseconds since 1970, as precise as the database. */
export const microseconds = z.string().check(z.regex(/^-?\d{1,17}$/));

/** Milliseconds since 1970. */
export const milliseconds = z.int().check(z.gte(0), z.lte(8.64e15));

/** The only part of a list that is sorted by a serial id. */
export const rowId = z.tuple([z.int().check(z.gte(0))]);

/** The only part of a list that is sorted by a unique name. */
export const nameText = z.tuple([z.string().check(z.maxLength(1000))]);

/** @throws {ProblemError} `invalid_input` for another list's cursor */
export function decodeCursor<Parts>(
  cursor: string | undefined,
  schema: z.ZodMiniType<Parts>,
): Parts | undefined {
  if (cursor === undefined) return undefined;
  const { data } = schema.safeParse(parse(Buffer.from(cursor, "base64url").toString()));
  if (data === undefined) throw invalid({ cursor: "unknown_page" });
  return data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The only part of a list that is sorted by time; null on the first page.
 *
 * @throws {ProblemError} `invalid_input` for another list's cursor
 */
export function decodeTime(cursor: string | undefined): Date | null {
  const [time] = decodeCursor(cursor, z.tuple([milliseconds])) ?? [];
  return time === undefined ? null : new Date(time);
}

/** The sort value and the id of the last row of a page. */
export interface ListPosition {
  readonly value: string;
  readonly id: string;
}

/** The longest value is a normalized title. */
const listParts = z.tuple([z.string(), z.string().check(z.maxLength(500)), z.uuid()]);

/** Identifies a list by all its parameters, so that its cursors work for no other. */
export const getListKey = (list: string): string => hash("sha1", list, "base64url").slice(0, 8);

/** @throws {ProblemError} `invalid_input` when the cursor is invalid or belongs to another list */
export function decodeListCursor(cursor: string | undefined, key: string): ListPosition | null {
  if (cursor === undefined) return null;
  const { data } = listParts.safeParse(parse(Buffer.from(cursor, "base64url").toString()));
  if (data?.[0] !== key) throw invalid({ cursor: "page_of_other_list" });
  return { value: data[1], id: data[2] };
}

export const encodeListCursor = (key: string, { value, id }: ListPosition): string =>
  encodeParts([key, value, id]);

const encodeParts = (parts: readonly (string | number | boolean)[]) =>
  Buffer.from(JSON.stringify(parts)).toString("base64url");

/**
 * One page of a list that was read with one row more than its length.
 *
 * @param getPosition the parts of the cursor behind a row
 */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  getPosition: (last: Row) => readonly (string | number | boolean)[],
): { readonly shown: Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const nextCursor = last ? encodeParts(getPosition(last)) : null;
  return { shown: page, nextCursor };
}
