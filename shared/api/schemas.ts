import * as z from "zod/mini";

/** A `Date` in code, an ISO 8601 UTC string in JSON. Postgres has no year 0. */
export const Instant = z.codec(z.iso.datetime().check(z.regex(/^(?!0000)/)), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
export type Instant = z.infer<typeof Instant>;

/** A duration or a position in audio, in seconds. */
export const Seconds = z.number().check(z.nonnegative());
export type Seconds = z.infer<typeof Seconds>;

/** A fraction, 0 to 1. */
export const Fraction = z.number().check(z.gte(0), z.lte(1));
export type Fraction = z.infer<typeof Fraction>;

/** Bidirectional control characters and invisible characters, without joiners. */
const invisibleCharacters = /[\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/g;

/**
 * One line of user text: trimmed, without control and bidi characters, 1 to `max` characters with at least
 * one visible.
 */
export const line = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.replace(invisibleCharacters, "")),
    z.trim(),
    z.minLength(1),
    z.maxLength(max),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u),
    z.regex(/[^\p{Cf}\p{Z}\p{M}]/u),
  );

const stripInvalid = (text: string) =>
  text.replace(/\p{Cc}/gu, (character) => {
    // NUL is not stripped but rejected.
    if ("\n\r\t\0".includes(character)) return character;
    return "\v\f\u0085".includes(character) ? "\n" : "";
  });

/** Multi-line text: like a line, but with line breaks and possibly empty. */
export const prose = (max: number) =>
  z.string().check(
    z.overwrite((text) => stripInvalid(text.replace(invisibleCharacters, ""))),
    z.trim(),
    z.maxLength(max),
    z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u),
  );

/** Text as it arrives, such as a search. Postgres stores no NUL. */
export const rawText = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine((text) => !text.includes("\0")),
  );

/** An integer in a URL, such as `limit=6`. */
export const queryInt = (min: number, max: number) =>
  z.optional(z.coerce.number().check(z.int(), z.gte(min), z.lte(max)));

/** An opaque list cursor; may contain a title of 500 characters. */
export const Cursor = z.string().check(z.minLength(1), z.maxLength(4096), z.regex(/^[\w-]+$/));
export type Cursor = z.infer<typeof Cursor>;

export const JobResult = z.object({ done: z.literal(true) });
export const done = { done: true } as const;
