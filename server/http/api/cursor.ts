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
  const nextCursor = last ? Buffer.from(JSON.stringify(getPosition(last))).toString("base64url") : null;
  return { shown: page, nextCursor };
}
