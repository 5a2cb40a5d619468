import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { Instant, line, prose } from "#shared/api/schemas.ts";
import { BookKind, BookState, ContributorRole, Direction } from "#shared/books/book.ts";
import { findIsbn } from "#shared/books/isbn.ts";
import { SyncedSentence } from "#shared/reader/contract.ts";
import { reason, unprocessableFile } from "#server/http/api/problem.ts";

/**
 * A book folder's `maktaba.json`. All fields are optional and override the EPUB's and the tags' metadata. A
 * folder with this file is one book.
 */
export const BookManifest = z.strictObject({
  title: z.optional(line(500)),
  subtitle: z.optional(line(500)),
  description: z.optional(prose(20_000)),
  contributors: z.optional(
    z.array(z.strictObject({ name: line(200), role: ContributorRole })).check(z.maxLength(50)),
  ),
  /** Names; new genres are created. Cards show the first one. */
  genres: z.optional(z.array(line(80)).check(z.maxLength(20))),
  tropes: z.optional(z.array(line(80)).check(z.maxLength(50))),
  series: z.optional(z.strictObject({ name: line(300), position: z.optional(z.number()) })),
  /** A BCP 47 tag. */
  language: z.optional(z.string().check(z.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/))),
  direction: z.optional(Direction),
  /** ISBN-10 or ISBN-13. */
  isbns: z.optional(
    z
      .array(line(40).check(z.refine((text) => findIsbn(text) !== null, { error: "This is not an ISBN" })))
      .check(z.maxLength(20)),
  ),
  publisher: z.optional(line(300)),
  publishedYear: z.optional(z.int().check(z.gte(-3000), z.lte(3000))),
  licence: z.optional(line(500)),
  provenance: z.optional(prose(5_000)),
  state: z.optional(BookState),
  /** Release time of a `scheduled` book. */
  releaseAt: z.optional(Instant),
  isFree: z.optional(z.boolean()),
  isFeatured: z.optional(z.boolean()),
  kind: z.optional(BookKind),
  isDemo: z.optional(z.boolean()),
  allowsDownload: z.optional(z.boolean()),
  hasAiVoice: z.optional(z.boolean()),
  /** A sync map next to this file; `sync.json` by default. */
  sync: z.optional(line(200).check(z.regex(/^[^/\\]+\.json$/))),
});
export type BookManifest = z.infer<typeof BookManifest>;

/**
 * A book folder's `sync.json`: sentences as `[id, start, end, confidence]`, in seconds from the chapter's
 * start, in playing order.
 */
export const SyncFile = z.strictObject({
  /** How it was made; `aligned` by default. */
  source: z.optional(z.enum(["overlay", "aligned", "narrated", "manual"])),
  chapters: z
    .array(
      z.strictObject({
        chapterNumber: z.int().check(z.positive()),
        sentences: z.array(SyncedSentence).check(z.maxLength(100_000)),
      }),
    )
    .check(z.maxLength(5_000)),
});
export type SyncFile = z.infer<typeof SyncFile>;

/** @throws {ProblemError} `unprocessable_file` for invalid JSON or content */
export const readBookManifest = (file: string) => readJson(file, "maktaba.json", BookManifest);

/** @throws {ProblemError} `unprocessable_file` for invalid JSON or content */
export const readSync = (file: string) => readJson(file, "The sync map", SyncFile);

async function readJson<S extends z.ZodMiniType>(
  file: string,
  name: string,
  schema: S,
): Promise<z.output<S>> {
  const text = await readFile(file, "utf8");
  const parsed = schema.safeParse(parseJson(text, name));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unprocessableFile(
    reason("manifest_invalid", { name, field: issue?.path.join(".") || "it", issue: issue?.message ?? "" }),
  );
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unprocessableFile(reason("manifest_not_json", { name }));
  }
}
