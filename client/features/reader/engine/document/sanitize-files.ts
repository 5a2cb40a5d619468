import { cleanDocument, sanitizeStyles } from "./clean-document.ts";
import { toEntryName } from "./entry-name.ts";
import { createImageDocument } from "./error-page.ts";
import type { DocumentCache } from "./section-documents.ts";

interface EpubFile {
  data: unknown;
  type: unknown;
  readonly name: string;
}

interface PreparedFile {
  readonly text: string;
  readonly type: string;
}

const xhtml = "application/xhtml+xml";

/**
 * Sanitizes every EPUB file and makes each document renderable; foliate-js waits forever for a document
 * without a body.
 *
 * @param documents spine paths, where a bare image is wrapped; empty for fixed layouts
 * @param long paths of documents that are split into parts
 * @param documentCache the document cache
 */
export function sanitizeFiles(
  target: EventTarget,
  documents: ReadonlySet<string>,
  long: ReadonlySet<string>,
  documentCache: DocumentCache,
): void {
  target.addEventListener("data", (event) => {
    const file = (event as CustomEvent<EpubFile>).detail;
    const { type } = file;
    const name = toEntryName(file.name, (each) => documents.has(each));

    if (type === "text/css")
      file.data = Promise.resolve(file.data).then((css) => sanitizeStyles(String(css)));
    else if (type === xhtml || type === "text/html" || type === "image/svg+xml") {
      const prepared = Promise.resolve(file.data).then((text) =>
        prepare(
          String(text),
          type,
          documents.has(name),
          long.has(name) ? (doc) => documentCache.set(name, doc) : null,
        ),
      );
      file.data = prepared.then(({ text }) => text);
      file.type = prepared.then(
        (prepared) => prepared.type,
        () => type,
      );
    }
  });
}

function prepare(
  source: string,
  type: string,
  isDocument: boolean,
  retain: ((doc: Document) => void) | null,
): PreparedFile {
  const doc = new DOMParser().parseFromString(source, type as DOMParserSupportedType);
  if (doc.querySelector("parsererror") && type !== "text/html")
    return prepare(source, "text/html", isDocument, null);
  cleanDocument(doc);

  const root = doc.documentElement;
  if (root.localName === "svg") {
    const svg = new XMLSerializer().serializeToString(root);
    return isDocument
      ? { text: createImageDocument(svg), type: xhtml }
      : { text: svg, type: "image/svg+xml" };
  }
  if (type === "text/html") return { text: `<!DOCTYPE html>${root.outerHTML}`, type };
  if (!doc.querySelector("body, frameset")) root.append(doc.createElementNS(root.namespaceURI, "body"));
  if (retain && doc.body) {
    retain(doc);
    return { text: "", type: xhtml };
  }
  return { text: new XMLSerializer().serializeToString(doc), type: xhtml };
}
