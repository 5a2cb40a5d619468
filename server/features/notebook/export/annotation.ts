import { isTextAnchor, type MarkAnchor } from "#shared/marks/mark.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { ExportedBook, ExportedMark } from "./read-notebook.ts";
import type { TextPosition } from "./text-positions.ts";

type Json = Readonly<Record<string, unknown>>;

const cfiSpecification = "http://www.idpf.org/epub/linking/cfi/epub-cfi.html";
const mediaFragments = "http://www.w3.org/TR/media-frags/";
const textFragments = "https://wicg.github.io/scroll-to-text-fragment/";

const toUrn = (id: string) => `urn:uuid:${id}`;
const getMotivation = ({ style, note }: ExportedMark) =>
  note ? "commenting" : style ? "highlighting" : "bookmarking";

const getTimes = ({ createdAt, changedAt }: ExportedMark): Json => ({
  created: createdAt.toISOString(),
  modified: changedAt.toISOString(),
});

/** An annotation of the W3C Web Annotation Data Model. */
export function toWebAnnotation(mark: ExportedMark, book: ExportedBook, position: TextPosition | null): Json {
  const { id, note, tags, style, anchor, url } = mark;
  const body = [
    ...(note ? [{ type: "TextualBody", purpose: "commenting", value: note, format: "text/markdown" }] : []),
    ...tags.map((value) => ({ type: "TextualBody", purpose: "tagging", value })),
  ];
  return {
    id: toUrn(id),
    type: "Annotation",
    motivation: getMotivation(mark),
    ...getTimes(mark),
    ...(body.length > 0 && { body }),
    target: {
      type: "SpecificResource",
      source: { id: book.url, type: "Text", ...describeBook(book) },
      ...(style && { styleClass: style }),
      selector: [...listQuote(anchor), ...listPosition(position), ...listFragment(anchor)],
      "schema:url": url,
    },
  };
}

/**
 * An annotation of EPUB Annotations 1.0.
 *
 * @returns null for audio without text, which is no resource of an EPUB
 */
export function toEpubAnnotation(
  mark: ExportedMark,
  book: ExportedBook,
  position: TextPosition | null,
): Json | null {
  const { id, note, tags, style, anchor } = mark;
  const sentence = isTextAnchor(anchor) ? anchor.start.sentence : anchor.sentence;
  const source =
    sentence && book.contents?.spine.find(({ index }) => index === readSentence(sentence).spineIndex);
  if (!source) return null;
  const textFragment = anchor.quote && {
    type: "FragmentSelector",
    conformsTo: textFragments,
    value: `:~:text=${toTextFragment(anchor.quote)}`,
  };
  const hasBody = note !== "" || tags.length > 0 || style !== null;
  return {
    id: toUrn(id),
    type: "Annotation",
    motivation: getMotivation(mark),
    ...getTimes(mark),
    target: {
      source: source.path,
      selector: [...(textFragment ? [textFragment] : []), ...listQuote(anchor), ...listPosition(position)],
    },
    ...(hasBody && {
      body: {
        type: "TextualBody",
        value: note,
        format: "text/markdown",
        ...(style && (style === "underline" ? { highlight: style } : { color: style, highlight: "solid" })),
        ...(tags.length > 0 && { tags }),
      },
    }),
  };
}

/** The publication, in terms of Dublin Core. */
export function describeBook({ title, author, isbns, contents }: ExportedBook): Json {
  const identifiers = [...isbns.map((isbn) => `urn:isbn:${isbn}`), contents?.identifier ?? ""].filter(
    Boolean,
  );
  return {
    "dc:title": title,
    "dc:creator": [author],
    ...(identifiers.length > 0 && { "dc:identifier": [...new Set(identifiers)] }),
  };
}

const listQuote = ({ quote }: MarkAnchor): Json[] => (quote ? [{ type: "TextQuoteSelector", ...quote }] : []);

const listPosition = (position: TextPosition | null): Json[] =>
  position ? [{ type: "TextPositionSelector", ...position }] : [];

function listFragment(anchor: MarkAnchor): Json[] {
  if (!isTextAnchor(anchor)) {
    const value = `track=${anchor.chapter}&t=${[anchor.offset, anchor.end].filter((time) => time !== undefined).join(",")}`;
    return [{ type: "FragmentSelector", conformsTo: mediaFragments, value, progression: anchor.fraction }];
  }
  return anchor.cfi ? [{ type: "FragmentSelector", conformsTo: cfiSpecification, value: anchor.cfi }] : [];
}

/** `prefix-,exact,-suffix`; hyphens and commas have a meaning there. */
function toTextFragment({ exact, prefix, suffix }: NonNullable<MarkAnchor["quote"]>): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll("-", "%2D");
  return [
    ...(prefix ? [`${encode(prefix)}-`] : []),
    encode(exact),
    ...(suffix ? [`-${encode(suffix)}`] : []),
  ].join(",");
}
