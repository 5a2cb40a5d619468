import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { MarkStyle } from "#shared/marks/mark.ts";
import {
  createSourceMark,
  getCfiSpineIndex,
  getLinkedSentence,
  isRecord,
  type SourceFile,
  type SourceMark,
  toList,
  toStyle,
  toTime,
} from "./source-mark.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads annotations of the W3C: an `AnnotationSet` of EPUB Annotations 1.0, or an `AnnotationCollection`,
 * `AnnotationPage` or list of Web Annotations.
 *
 * @returns null for other JSON
 */
export function readAnnotations(json: unknown): SourceFile | null {
  if (Array.isArray(json)) return readItems("web-annotations", json, {});
  if (!isRecord(json)) return null;
  const { type } = json;
  if (type === "AnnotationSet") {
    return readItems("epub-annotations", json["items"], isRecord(json["about"]) ? json["about"] : {});
  }
  if (type === "AnnotationPage") return readItems("web-annotations", json["items"], {});
  if (type !== "AnnotationCollection" || !isRecord(json["first"])) return null;
  return readItems("web-annotations", json["first"]["items"], {});
}

function readItems(source: SourceFile["source"], items: unknown, about: Json): SourceFile | null {
  if (!Array.isArray(items)) return null;
  const annotations = items.filter((item) => isRecord(item) && item["type"] === "Annotation") as Json[];
  if (annotations.length === 0 && items.length > 0) return null;
  return { source, marks: annotations.map((item) => toMark(item, about)) };
}

function toMark(item: Json, about: Json): SourceMark {
  const target = toList(item["target"]).find(isRecord) ?? {};
  const source = isRecord(target["source"]) ? target["source"] : {};
  const selectors = toList(target["selector"]).filter(isRecord);
  const quote = selectors.find(({ type }) => type === "TextQuoteSelector") ?? readTextFragment(selectors);
  const fragments = selectors.flatMap(({ type, value }) =>
    type === "FragmentSelector" && typeof value === "string" ? [value] : [],
  );
  const facts = { ...about, ...source };
  return createSourceMark({
    id: getUuid(item["id"]),
    bookId: getBookId(source["id"]),
    book: {
      title: getText(facts["dc:title"]),
      author: toList(facts["dc:creator"]).map(getText).filter(Boolean).join(", "),
      identifiers: toList(facts["dc:identifier"]).filter((each) => typeof each === "string"),
    },
    text: getText(quote?.["exact"]),
    prefix: getText(quote?.["prefix"]),
    suffix: getText(quote?.["suffix"]),
    ...readBodies(item, target),
    createdAt: toTime(item["created"]),
    spineIndex: fragments.map(getCfiSpineIndex).find((index) => index !== null) ?? null,
    path: typeof target["source"] === "string" ? target["source"] : null,
    sentence: getLinkedSentence(target["schema:url"]),
    position: readPosition(selectors),
    audio: readAudio(selectors),
  });
}

/** A string, or a localizable text. */
function getText(value: unknown): string {
  const text = isRecord(value) ? (value["text"] ?? value["value"]) : value;
  return typeof text === "string" ? text : "";
}

const getUuid = (id: unknown): string | null =>
  typeof id === "string" ? (z.uuid().safeParse(id.replace(/^urn:uuid:/, "")).data ?? null) : null;

const getBookId = (id: unknown): BookId | null =>
  typeof id === "string" ? (BookId.safeParse(/\/book\/([0-9a-f-]{36})$/.exec(id)?.[1]).data ?? null) : null;

function readBodies(item: Json, target: Json): Pick<SourceMark, "note" | "style" | "tags"> {
  const bodies = toList(item["body"]).map((body) => (isRecord(body) ? body : { value: body }) as Json);
  const isTag = (body: Json) => body["purpose"] === "tagging";
  const notes = bodies.filter((body) => !isTag(body)).map((body) => getText(body["value"]));
  const tags = [
    ...bodies.filter(isTag).map((body) => getText(body["value"])),
    ...bodies.flatMap((body) => toList(body["tags"]).map(getText)),
  ];
  return { note: notes.filter(Boolean).join("\n\n"), tags, style: getStyle(item, target, bodies) };
}

function getStyle(item: Json, target: Json, bodies: readonly Json[]): MarkStyle | null {
  const own = MarkStyle.safeParse(target["styleClass"]).data;
  if (own) return own;
  const [color] = bodies.flatMap((body) => toList(body["color"]));
  const isUnderlined = bodies.some((body) => body["highlight"] === "underline");
  if (color !== undefined || isUnderlined) return toStyle(color, isUnderlined);
  // Marks of this site always have a colour if they are highlights.
  const isOwn = isRecord(target["source"]) && getBookId(target["source"]["id"]) !== null;
  return item["motivation"] === "highlighting" ||
    (item["motivation"] === "commenting" && !isOwn && !hasOwnBody(bodies))
    ? "yellow"
    : null;
}

/** Of EPUB Annotations of this site, whose notes without a highlight have a format but no colour. */
const hasOwnBody = (bodies: readonly Json[]) => bodies.some((body) => body["format"] === "text/markdown");

/** `#:~:text=prefix-,start,-suffix`; null for ranges with a start and an end only. */
function readTextFragment(selectors: readonly Json[]): Json | null {
  const value = selectors
    .flatMap((each) => toList(each["value"]))
    .find((each) => String(each).includes(":~:text="));
  if (typeof value !== "string") return null;
  const parts = (/:~:text=([^&]*)/.exec(value)?.[1] ?? "").split(",");
  const prefix = parts[0]?.endsWith("-") ? parts.shift() : undefined;
  const suffix = parts.at(-1)?.startsWith("-") ? parts.pop() : undefined;
  const [exact, ...more] = parts;
  if (!exact || more.length > 0) return null;
  return { exact: decode(exact), prefix: decode(prefix?.slice(0, -1)), suffix: decode(suffix?.slice(1)) };
}

function decode(text = ""): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readPosition(selectors: readonly Json[]): number | null {
  const start = selectors.find(({ type }) => type === "TextPositionSelector")?.["start"];
  return typeof start === "number" && start >= 0 ? start : null;
}

const audioFragment = /^track=(\d{1,5})&t=(\d{1,7}(?:\.\d{1,12})?)(?:,(\d{1,7}(?:\.\d{1,12})?))?$/;

/** `track=2&t=12.5`, or `t=12.5,42` for a clip, with the fraction of the whole book. */
function readAudio(selectors: readonly Json[]): SourceMark["audio"] {
  for (const { value, progression } of selectors) {
    const found = typeof value === "string" ? audioFragment.exec(value) : null;
    const fraction = typeof progression === "number" ? Math.min(1, Math.max(0, progression)) : 0;
    if (!found) continue;
    const [chapter = 0, offset = 0, end] = found.slice(1).flatMap((part) => (part ? [Number(part)] : []));
    return { chapter, offset, fraction, end: end ?? null };
  }
  return null;
}
