import { cleanDocument, sanitizeStyles } from "./clean-document.ts";
import { entryName } from "./entry-name.ts";
import { imageDocument } from "./error-page.ts";
import type { DocumentCache } from "./section-documents.ts";

interface File {
  data: unknown;
  type: unknown;
  readonly name: string;
}

interface Prepared {
  readonly text: string;
  readonly type: string;
}

const xhtml = "application/xhtml+xml";

/**
 * Cleans every file on its way from the EPUB to the page, and makes each a document that can be laid out: one
 * without a body would let foliate-js wait for ever.
 *
 * @param documents paths of the reading order, where a bare picture is wrapped; none in fixed layouts, which show
 *   pictures as they are.
 * @param long paths of documents that are shown in parts; they are kept as they were parsed, and need no text.
 * @param kept where they are kept.
 */
export function prepareFiles(
  target: EventTarget,
  documents: ReadonlySet<string>,
  long: ReadonlySet<string>,
  kept: DocumentCache,
): void {
  target.addEventListener("data", (event) => {
    const file = (event as CustomEvent<File>).detail;
    const { type } = file;
    const name = entryName(file.name, (each) => documents.has(each));

    if (type === "text/css")
      file.data = Promise.resolve(file.data).then((css) => sanitizeStyles(String(css)));
    else if (type === xhtml || type === "text/html" || type === "image/svg+xml") {
      const prepared = Promise.resolve(file.data).then((text) =>
        prepare(
          String(text),
          type,
          documents.has(name),
          long.has(name) ? (doc) => kept.set(name, doc) : null,
        ),
      );
      file.data = prepared.then(({ text }) => text);
      // Of a file that did not come, only the words' failure is waited for.
      file.type = prepared.then(
        (ready) => ready.type,
        () => type,
      );
    }
  });
}

function prepare(
  source: string,
  type: string,
  isDocument: boolean,
  keep: ((doc: Document) => void) | null,
): Prepared {
  const doc = new DOMParser().parseFromString(source, type as DOMParserSupportedType);
  if (doc.querySelector("parsererror") && type !== "text/html")
    return prepare(source, "text/html", isDocument, null);
  cleanDocument(doc);

  const root = doc.documentElement;
  if (root.localName === "svg") {
    const svg = new XMLSerializer().serializeToString(root);
    return isDocument ? { text: imageDocument(svg), type: xhtml } : { text: svg, type: "image/svg+xml" };
  }
  if (type === "text/html") return { text: `<!DOCTYPE html>${root.outerHTML}`, type };
  if (!doc.querySelector("body, frameset")) root.append(doc.createElementNS(root.namespaceURI, "body"));
  if (keep && doc.body) {
    keep(doc);
    return { text: "", type: xhtml };
  }
  return { text: new XMLSerializer().serializeToString(doc), type: xhtml };
}
