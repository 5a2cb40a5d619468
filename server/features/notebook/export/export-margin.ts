import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { InputOf } from "#shared/api/contract.ts";
import { type Language, languages } from "#shared/api/language.ts";
import type { MarginFormat, marginStreams } from "#shared/marks/margin-contract.ts";
import { getAccess } from "#server/features/books/service.ts";
import { readMargin } from "#server/features/marks/service.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { toCsvLine } from "#server/http/csv-line.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { createTranslator } from "#server/i18n/translate.ts";
import { findBook } from "./export-queries.ts";
import { getPath } from "./read-notebook.ts";
import { writeCollection } from "./write-annotations.ts";
import { escapeMarkdown } from "./write-markdown.ts";

type Marks = ReturnType<typeof readMargin>;
type ExportedMark = Marks extends AsyncGenerator<infer Mark> ? Mark : never;

interface Margin {
  readonly title: string;
  readonly bookUrl: string;
  readonly marks: Marks;
  readonly getUrl: (mark: ExportedMark) => string;
}

const types: Readonly<Record<MarginFormat, readonly [type: string, extension: string]>> = {
  markdown: ["text/markdown; charset=utf-8", "md"],
  csv: ["text/csv; charset=utf-8", "csv"],
  json: ["application/ld+json; charset=utf-8", "jsonld"],
};

/**
 * Streams what the user may see in the margin of a book.
 *
 * @throws {ProblemError} `not_found`
 */
export async function exportMargin(
  context: HttpContext,
  {
    params: { bookId },
    query: { format, language = languages[0] },
  }: InputOf<typeof marginStreams.exportMargin>,
): Promise<void> {
  const { db, user, res, settings, clock } = context;
  await getAccess(context, user, bookId);
  const book = await findBook(db, bookId);
  if (!book) throw notFound("book");
  const origin = settings.origins[0] ?? "";
  const [type, extension] = types[format];
  const day = clock().toISOString().slice(0, 10);
  sendAsUpload(res, `${settings.productName} ${book.title} ${day}.${extension}`);
  res.setHeader("Content-Type", type);
  res.setHeader("Cache-Control", "private, no-store");
  if (res.req.method === "HEAD") return void res.end();
  const margin: Margin = {
    title: book.title,
    bookUrl: `${origin}/book/${bookId}`,
    marks: readMargin(context, bookId),
    getUrl: ({ anchor }) => origin + getPath(bookId, anchor),
  };
  const write = {
    markdown: () => writeMarkdown(margin, language),
    csv: () => writeCsv(margin),
    json: () => writeCollection(context, listAnnotations(margin, origin)),
  };
  await pipeline(Readable.from(write[format]()), res).catch((error: unknown) => {
    context.log.warn({ err: error }, "an export of a margin ended early");
    res.destroy();
  });
}

const getDay = ({ sharedAt }: ExportedMark) => sharedAt.toISOString().slice(0, 10);

async function* writeMarkdown(
  { title, bookUrl, marks, getUrl }: Margin,
  language: Language,
): AsyncGenerator<string> {
  const t = createTranslator(language);
  yield `# [${escapeMarkdown(title)}](${bookUrl})\n`;
  for await (const mark of marks) {
    const { anchor, note, person, isModerator, communityName } = mark;
    const by = { name: escapeMarkdown(person.name), day: getDay(mark) };
    const about = [
      t(isModerator ? "notebookExport.byModerator" : "notebookExport.by", by),
      t("notebookExport.margin", { community: escapeMarkdown(communityName) }),
      `[${t("notebookExport.open")}](${getUrl(mark)})`,
    ];
    const quote = anchor.quote ? `> ${escapeMarkdown(anchor.quote.exact)}\n\n` : "";
    yield `\n${quote}${note ? `${note}\n\n` : ""}${about.join(" · ")}\n`;
  }
}

const columns = ["id", "book", "community", "person", "moderator", "quote", "note", "shared", "url"];

async function* writeCsv({ title, marks, getUrl }: Margin): AsyncGenerator<string> {
  // Without a byte order mark some spreadsheets garble Arabic.
  yield `\uFEFF${toCsvLine(columns)}`;
  for await (const mark of marks) {
    const { id, communityName, person, isModerator, anchor, note, sharedAt } = mark;
    yield toCsvLine([
      id,
      title,
      communityName,
      person.name,
      isModerator ? "yes" : "no",
      anchor.quote?.exact ?? "",
      note,
      sharedAt.toISOString(),
      getUrl(mark),
    ]);
  }
}

async function* listAnnotations({ title, bookUrl, marks, getUrl }: Margin, origin: string) {
  for await (const mark of marks) {
    const { id, communityId, communityName, person, anchor, note, sharedAt } = mark;
    yield {
      id: `urn:uuid:${id}`,
      type: "Annotation",
      motivation: note ? "commenting" : "highlighting",
      created: sharedAt.toISOString(),
      creator: { type: "Person", name: person.name },
      audience: {
        id: `${origin}/community/${communityId}`,
        type: "schema:Audience",
        "schema:name": communityName,
      },
      ...(note && {
        body: { type: "TextualBody", purpose: "commenting", value: note, format: "text/markdown" },
      }),
      target: {
        type: "SpecificResource",
        source: { id: bookUrl, type: "Text", "dc:title": title },
        ...(anchor.quote && { selector: { type: "TextQuoteSelector", exact: anchor.quote.exact } }),
        "schema:url": getUrl(mark),
      },
    };
  }
}
