import * as z from "zod/mini";

/** A moment: a `Date` in our code, an ISO-8601 UTC string on the wire. */
export const Instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
export type Instant = z.infer<typeof Instant>;

/** A length of audio or a point in it, in seconds. */
export const Seconds = z.number().check(z.nonnegative());
export type Seconds = z.infer<typeof Seconds>;

/** A share of a whole, 0 to 1. */
export const Fraction = z.number().check(z.gte(0), z.lte(1));
export type Fraction = z.infer<typeof Fraction>;

/** Signs that turn the direction of what follows, and those that show nothing and join nothing. */
const unseen = /[\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/g;

/**
 * One line of text that a person typed: trimmed, without control characters, halves of characters and signs that turn
 * the direction of what stands beside it, 1 to `most` characters of which one can be seen.
 */
export const line = (most: number) =>
  z.string().check(
    z.overwrite((text) => text.replace(unseen, "")),
    z.trim(),
    z.minLength(1),
    z.maxLength(most),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u),
    z.regex(/[^\p{Cf}\p{Z}\p{M}]/u),
  );

/** Controls as text brings them along that is copied: word processors and printed pages break lines by some, others go. */
const withoutStray = (text: string) =>
  text.replace(/\p{Cc}/gu, (sign) => {
    // A NUL is no accident: it stays, and is refused.
    if ("\n\r\t\0".includes(sign)) return sign;
    return "\v\f\u0085".includes(sign) ? "\n" : "";
  });

/** Longer text that a person typed or pasted: as a line is, but line breaks are allowed and it may be empty. */
export const prose = (most: number) =>
  z.string().check(
    z.overwrite((text) => withoutStray(text.replace(unseen, ""))),
    z.trim(),
    z.maxLength(most),
    z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u),
  );

/** A whole number in an address, such as `limit=6`. */
export const queryInt = (least: number, most: number) =>
  z.optional(z.coerce.number().check(z.int(), z.gte(least), z.lte(most)));

/** A place in a list, made by the server and handed back as it was; it may hold a title, 500 letters of any script. */
export const Cursor = z.string().check(z.minLength(1), z.maxLength(4096), z.regex(/^[\w-]+$/));
export type Cursor = z.infer<typeof Cursor>;

/** The reply of an act that has nothing more to say. */
export const JobResult = z.object({ done: z.literal(true) });
export const done = { done: true } as const;
