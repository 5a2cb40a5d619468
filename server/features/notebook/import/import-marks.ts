import { hash } from "node:crypto";
import type { InputOf, ReplyOf } from "#shared/api/contract.ts";
import { type Book, BookId } from "#shared/books/book.ts";
import { isTextAnchor, type MarkChange, MarkChangeId, maxMarks } from "#shared/marks/mark.ts";
import type { ImportedBook, markImportContract } from "#shared/notebook/import-contract.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import { addMarks } from "#server/features/marks/service.ts";
import { matchBooks } from "#server/features/shelf-import/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, reason } from "#server/http/api/problem.ts";
import { listKnownIds } from "./import-queries.ts";
import { type PlacedMark, QuotePlacer, toUuid } from "./place-quotes.ts";
import { readFile } from "./read-file.ts";
import type { SourceBook, SourceFile, SourceMark } from "./source-mark.ts";

type Preview = ReplyOf<typeof markImportContract.previewMarkImport>;
type BookReference = NonNullable<ImportedBook["book"]>;

const maxShown = 300;

interface Plan {
  readonly source: SourceFile["source"];
  readonly books: readonly {
    readonly key: string;
    readonly source: SourceBook;
    readonly book: BookReference | null;
  }[];
  readonly marks: readonly (PlacedMark & { readonly key: string })[];
}

/**
 * What an import would do.
 *
 * @throws {ProblemError} `unprocessable_file` with the reason
 */
export async function previewMarkImport(
  context: Context,
  { file, query }: InputOf<typeof markImportContract.previewMarkImport>,
): Promise<Preview> {
  const { source, books, marks } = await planImport(context, file, query.books);
  const count = (key: string | null, isCounted: (mark: PlacedMark) => boolean) =>
    marks.filter((mark) => (key === null || mark.key === key) && isCounted(mark)).length;
  return {
    source,
    total: marks.length,
    found: count(null, isAdded),
    existing: count(null, isKnown),
    books: books.map(({ key, source: { title, author }, book }) => ({
      key,
      title,
      author,
      book,
      total: count(key, () => true),
      found: count(key, isAdded),
      existing: count(key, isKnown),
    })),
    marks: [...marks.filter((mark) => !isAdded(mark)), ...marks.filter(isAdded)]
      .slice(0, maxShown)
      .map(({ key, mark: { text, note, style }, result, placed }) => {
        const sentence = placed && isTextAnchor(placed.anchor) ? placed.anchor.start.sentence : null;
        return { bookKey: key, text, note, style, result, sentence };
      }),
  };
}

const isAdded = ({ result }: PlacedMark) => result === "found" || result === "changed";
const isKnown = ({ result }: PlacedMark) => result === "exists";

/**
 * Adds the marks that are found.
 *
 * @throws {ProblemError} `unprocessable_file` with the reason; `conflict` above the limit of an account
 */
export async function importMarks(
  context: Context,
  { file, query }: InputOf<typeof markImportContract.importMarks>,
): Promise<ReplyOf<typeof markImportContract.importMarks>> {
  const { marks } = await planImport(context, file, query.books);
  const now = context.clock();
  const changes = marks.filter(isAdded).flatMap((mark) => toChange(mark, now) ?? []);
  const { refused } = await addMarks(context, changes);
  if (refused.some((each) => each.reason === "too_many")) {
    throw conflict(reason("too_many_marks", { max: maxMarks }));
  }
  const existing = marks.filter(isKnown).length;
  return { added: changes.length, existing, missing: marks.length - changes.length - existing };
}

function toChange({ mark, placed }: PlacedMark, now: Date): MarkChange | null {
  if (!placed) return null;
  const { note, style, tags, createdAt } = mark;
  return {
    id: MarkChangeId.parse(toUuid(`import ${placed.id}`)),
    markId: placed.id,
    bookId: placed.bookId,
    at: new Date(Math.min(createdAt?.getTime() ?? now.getTime(), now.getTime())),
    anchor: placed.anchor,
    style,
    ...(note && { note }),
    ...(tags.length > 0 && { tags: [...tags] }),
  };
}

const getKey = ({ title, author }: SourceBook): string => hash("sha256", `${title}\n${author}`).slice(0, 8);

async function planImport(context: Context, file: Blob, choices: string | undefined): Promise<Plan> {
  const { source, marks } = await readFile(file);
  const groups = new Map<string, SourceMark[]>();
  for (const mark of marks) {
    const key = getKey(mark.book);
    const group = groups.get(key);
    if (group) group.push(mark);
    else groups.set(key, [mark]);
  }
  const books = await chooseBooks(context, groups, readChoices(choices));
  const placer = new QuotePlacer(context, context.user);
  const placed: (PlacedMark & { readonly key: string })[] = [];
  for (const { key, book } of books) {
    const group = groups.get(key) ?? [];
    const results = book ? await placer.place(book.id, group) : group.map(withoutBook);
    for (const result of results) placed.push({ ...result, key });
  }
  return { source, books, marks: await markKnown(context, placed) };
}

const withoutBook = (mark: SourceMark): PlacedMark => ({ mark, result: "no_book", placed: null });

function readChoices(text = ""): ReadonlyMap<string, BookId | null> {
  const pairs = text.split(",").map((pair) => pair.split("=") as [string, string | undefined]);
  return new Map(pairs.map(([key, id]) => [key, BookId.safeParse(id).data ?? null]));
}

/** The reader's choice, else the book that the file names, else the one with the ISBN, title and author. */
async function chooseBooks(
  context: Context,
  groups: ReadonlyMap<string, readonly SourceMark[]>,
  choices: ReadonlyMap<string, BookId | null>,
): Promise<Plan["books"]> {
  const sources = [...groups].flatMap(([key, [mark]]) =>
    mark ? [{ key, ...mark.book, named: mark.bookId }] : [],
  );
  const named = sources.flatMap(({ key, named }) => choices.get(key) ?? named ?? []);
  const visible = new Map(
    (await listVisibleBooks(context, context.user, named)).map((book) => [book.id, book]),
  );
  const matched = await matchBooks(context, context.user, sources);
  return matched.map(({ key, title, author, named, book }, n) => {
    const chosen = choices.has(key) ? (choices.get(key) ?? null) : (named ?? null);
    const own = chosen && visible.get(chosen);
    const found = choices.has(key) ? own : (own ?? book);
    const isbns = sources[n]?.isbns ?? [];
    return { key, source: { title, author, isbns }, book: found ? toReference(found) : null };
  });
}

const toReference = ({ id, title, author }: Pick<Book, "id" | "title" | "author">): BookReference => ({
  id,
  title,
  author,
});

/** Marks that the reader has or had, and those that the file has twice. */
async function markKnown<M extends PlacedMark>({ db, user }: Context, marks: readonly M[]): Promise<M[]> {
  const ids = [...new Set(marks.flatMap(({ placed }) => placed?.id ?? []))];
  const known = new Set(await listKnownIds(db, user.id, ids));
  return marks.map((mark) => {
    if (!mark.placed) return mark;
    if (known.has(mark.placed.id)) return { ...mark, result: "exists" as const, placed: null };
    known.add(mark.placed.id);
    return mark;
  });
}
