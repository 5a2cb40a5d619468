import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { isHeading } from "#shared/notebook/notebook.ts";
import type { Context } from "#server/http/api/context.ts";
import { describeBook, toEpubAnnotation, toWebAnnotation } from "./annotation.ts";
import type { ExportedBook } from "./read-notebook.ts";
import { TextPositions } from "./text-positions.ts";

type Deps = Pick<Context, "db" | "settings" | "clock">;

/** Writes `{…head, "items": […]}` item by item; `tail` closes objects that the head opened. */
async function* writeItems(
  head: string,
  items: AsyncIterable<unknown>,
  tail: string,
): AsyncGenerator<string> {
  let before = `${head}[\n`;
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ",\n";
  }
  yield `${before === ",\n" ? "" : before}\n]${tail}\n`;
}

/** The marks of notebooks in the W3C Web Annotation Data Model. */
export function writeWebAnnotations(deps: Deps, books: AsyncIterable<ExportedBook>): AsyncGenerator<string> {
  async function* listItems() {
    for await (const book of books) {
      const positions = new TextPositions(deps.db, book.id);
      for await (const mark of book.entries()) {
        if (!isHeading(mark)) yield toWebAnnotation(mark, book, await positions.find(mark.anchor));
      }
    }
  }
  return writeCollection(deps, listItems());
}

/** One collection of annotations, with a single page. */
export function writeCollection(
  { settings, clock }: Pick<Deps, "settings" | "clock">,
  items: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  const id = `urn:uuid:${randomUUID()}`;
  const head = JSON.stringify({
    "@context": ["http://www.w3.org/ns/anno.jsonld", { schema: "http://schema.org/" }],
    id,
    type: "AnnotationCollection",
    label: settings.productName,
    generator: getGenerator(settings),
    generated: clock().toISOString(),
    first: { id: `${id}#first`, type: "AnnotationPage", startIndex: 0 },
  });
  return writeItems(`${head.slice(0, -2)},"items":`, items, "}}");
}

const getGenerator = ({ origins, productName }: Deps["settings"]) => ({
  id: origins[0],
  type: "Software",
  name: productName,
});

/** A ZIP of EPUB Annotations 1.0: `annotations.json`, or one in a folder for each of several books. */
export function writeEpubAnnotations(
  deps: Deps,
  books: AsyncIterable<ExportedBook>,
  isSingle: boolean,
): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const mtime = deps.clock();
  const fail = (error: unknown) => out.destroy(error as Error);
  const addAll = async () => {
    let number = 0;
    for await (const book of books) {
      const folder = isSingle ? "" : `${++number} ${toFileName(book.title)}/`;
      // The next book is read when this one is written.
      await new Promise<void>((resolve) => {
        const json = Readable.from(writeSet(deps, book)).on("error", fail).on("close", resolve);
        zip.addReadStream(json, `${folder}annotations.json`, { mtime });
      });
    }
    zip.end();
  };
  addAll().catch(fail);
  return out;
}

const toFileName = (title: string) => title.replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, "_").slice(0, 80);

function writeSet({ db, settings, clock }: Deps, book: ExportedBook): AsyncGenerator<string> {
  async function* listItems() {
    const positions = new TextPositions(db, book.id);
    for await (const mark of book.entries()) {
      const item = isHeading(mark) ? null : toEpubAnnotation(mark, book, await positions.find(mark.anchor));
      if (item) yield item;
    }
  }
  const head = JSON.stringify({
    "@context": "https://www.w3.org/ns/epub-anno.jsonld",
    id: `urn:uuid:${randomUUID()}`,
    type: "AnnotationSet",
    generator: { ...getGenerator(settings), homepage: settings.origins[0] },
    generated: clock().toISOString(),
    title: book.title,
    about: describeBook(book),
  });
  return writeItems(`${head.slice(0, -1)},"items":`, listItems(), "}");
}
