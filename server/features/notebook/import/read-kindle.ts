import { maxImportedMarks } from "#shared/notebook/import-contract.ts";
import { reason, unprocessableFile } from "#server/http/api/problem.ts";
import { createSourceMark, type SourceMark } from "./source-mark.ts";

const separator = /^=={8,}\s*$/m;

type Kind = "highlight" | "note" | "bookmark";

/** In English, German, French, Spanish and Arabic; the order matters where one word contains another. */
const kindWords: readonly (readonly [Kind, RegExp])[] = [
  [
    "bookmark",
    /bookmark|lesezeichen|signet|marcador|إشار(?:ة|ت)ك? ?(?:ال)?مرجعي|علام(?:ة|ت)ك? ?(?:ال)?مرجعي/iu,
  ],
  ["highlight", /highlight|markierung|surlign|subrayad|resaltad|destacad|تمييز|تظليل|مميز/iu],
  ["note", /\bnot(?:e|iz|a)\b|\bnotizen\b|ملاحظ/iu],
];
const locationWords = /loc(?:ation|\.)|position|emplacement|posici[oó]n|موقع|موضع/iu;

const months: readonly (readonly string[])[] = [
  ["january", "januar", "janvier", "enero", "يناير"],
  ["february", "februar", "février", "febrero", "فبراير"],
  ["march", "märz", "mars", "marzo", "مارس"],
  ["april", "avril", "abril", "أبريل", "إبريل"],
  ["may", "mai", "mayo", "مايو"],
  ["june", "juni", "juin", "junio", "يونيو"],
  ["july", "juli", "juillet", "julio", "يوليو"],
  ["august", "août", "agosto", "أغسطس"],
  ["september", "septembre", "septiembre", "سبتمبر"],
  ["october", "oktober", "octobre", "octubre", "أكتوبر"],
  ["november", "novembre", "noviembre", "نوفمبر"],
  ["december", "dezember", "décembre", "diciembre", "ديسمبر"],
];
const monthByName = new Map(months.flatMap((names, n) => names.map((name) => [name, n] as const)));

interface Clipping {
  readonly title: string;
  readonly author: string;
  readonly kind: Kind;
  /** The first and last location, else the page. */
  readonly place: readonly [from: number, to: number] | null;
  readonly time: Date | null;
  readonly text: string;
}

/** A highlight that was changed is in the file several times. */
const maxClippings = 2 * maxImportedMarks;
/** The lines above the text, which have a title or a place and a time. */
const maxLine = 1_000;
const maxText = 20_000;

/**
 * Reads `My Clippings.txt`; null for other text. A note is joined with the highlight at its end.
 *
 * @throws {ProblemError} `unprocessable_file` for too many clippings
 */
export function readKindleClippings(text: string): SourceMark[] | null {
  if (!separator.test(text)) return null;
  const clippings = text.split(new RegExp(separator, "gm")).flatMap((part) => toClipping(part) ?? []);
  if (clippings.length === 0) return null;
  if (clippings.length > maxClippings)
    throw unprocessableFile(reason("marks_file_too_many", { max: maxImportedMarks }));
  const byBook = new Map<string, Clipping[]>();
  for (const clipping of clippings) {
    const key = `${clipping.title}\n${clipping.author}`;
    const known = byBook.get(key);
    if (known) known.push(clipping);
    else byBook.set(key, [clipping]);
  }
  return [...byBook.values()].flatMap(mergeClippings);
}

function toClipping(part: string): Clipping | null {
  const [first = "", second = "", ...rest] = part
    .replace(/^\uFEFF?\s+|\uFEFF/g, "")
    .split(/\r\n|\r|\n/)
    .map((each) => each.trim());
  const titleLine = first.slice(0, maxLine);
  const about = toAsciiDigits(second.slice(0, maxLine));
  const [head = "", ...parts] = about.split("|");
  const kind = kindWords.find(([, words]) => words.test(head))?.[0];
  if (!kind || !titleLine) return null;
  const author = /\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/.exec(titleLine);
  return {
    title: (author ? titleLine.slice(0, author.index) : titleLine).trim(),
    author: author?.[1] ?? "",
    kind,
    place: getPlace([head, ...parts.slice(0, -1)]),
    time: getTime(parts.at(-1) ?? ""),
    text: rest.join("\n").trim().slice(0, maxText),
  };
}

const toAsciiDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace(/[\u200E\u200F]/g, "");

function getPlace(parts: readonly string[]): Clipping["place"] {
  const part = parts.find((each) => locationWords.test(each)) ?? parts[0] ?? "";
  const found = /(\d+)(?:\s*[-–]\s*(\d+))?\D*$/.exec(part);
  if (!found) return null;
  const from = Number(found[1]);
  const last = found[2] ?? found[1] ?? "";
  // Old devices shorten the end: 563-64.
  const to =
    last.length < (found[1] ?? "").length
      ? Number((found[1] ?? "").slice(0, -last.length) + last)
      : Number(last);
  return [from, Math.max(from, to)];
}

function getTime(text: string): Date | null {
  const lower = text.toLowerCase();
  const name = lower.match(/\p{L}+/gu)?.find((word) => monthByName.has(word));
  const [year, day] = [/\b(\d{4})\b/.exec(lower)?.[1], /(?<![\d:])(\d{1,2})(?![\d:])/.exec(lower)?.[1]];
  if (name === undefined || !year || !day) return null;
  const clock = /(\d{1,2}):(\d\d)(?::(\d\d))?/.exec(lower);
  const hour = Number(clock?.[1] ?? 0);
  const isAfternoon = /\d\s*(?:pm\b|p\. ?m\.|م(?:\s|$))|مساء/u.test(lower);
  const isMorning = /\d\s*(?:am\b|a\. ?m\.|ص(?:\s|$))|صباح/u.test(lower);
  const hours = isAfternoon ? (hour % 12) + 12 : isMorning ? hour % 12 : hour;
  return new Date(
    Date.UTC(
      Number(year),
      monthByName.get(name) ?? 0,
      Number(day),
      hours,
      Number(clock?.[2] ?? 0),
      Number(clock?.[3] ?? 0),
    ),
  );
}

interface NotedClipping extends Clipping {
  note: string;
}

/** The clippings of a book: changed highlights replace their former ones, notes are joined with highlights. */
function mergeClippings(clippings: readonly Clipping[]): SourceMark[] {
  const highlights: NotedClipping[] = [];
  const others: Clipping[] = [];
  for (const clipping of clippings) {
    if (clipping.kind !== "highlight") others.push(clipping);
    else {
      const former = findFormer(highlights, clipping);
      if (former >= 0) highlights.splice(former, 1);
      highlights.push({ ...clipping, note: "" });
    }
  }
  const byLocation = indexByLocation(highlights);
  const alone = others.filter((clipping) => {
    const owner = clipping.kind === "note" ? byLocation.get(clipping.place?.[0] ?? -1) : undefined;
    if (owner) owner.note = [owner.note, clipping.text].filter(Boolean).join("\n\n");
    return !owner;
  });
  return [
    ...highlights,
    ...alone.map((each) => ({ ...each, note: each.kind === "note" ? each.text : "" })),
  ].map(toMark);
}

/** How many highlights back the former version of a changed one is looked for. */
const maxCompared = 500;

/** The index of the highlight that a changed one replaces; -1 for none. */
function findFormer(highlights: readonly Clipping[], clipping: Clipping): number {
  const start = Math.max(0, highlights.length - maxCompared);
  const found = highlights.slice(start).findIndex((each) => isFormer(each, clipping));
  return found < 0 ? -1 : start + found;
}

const isFormer = (former: Clipping, clipping: Clipping): boolean =>
  former.place !== null &&
  clipping.place !== null &&
  former.place[0] <= clipping.place[1] &&
  former.place[1] >= clipping.place[0] &&
  (former.text.includes(clipping.text) || clipping.text.includes(former.text));

/** A longer highlight is joined with the notes of its beginning. */
const maxLocations = 500;

/** By each location, the last highlight that covers it. */
function indexByLocation(highlights: readonly NotedClipping[]): ReadonlyMap<number, NotedClipping> {
  const byLocation = new Map<number, NotedClipping>();
  for (const highlight of highlights) {
    const [from, to] = highlight.place ?? [0, -1];
    for (let n = 0; n <= Math.min(to - from, maxLocations); n++) byLocation.set(from + n, highlight);
  }
  return byLocation;
}

const toMark = ({
  title,
  author,
  kind,
  time,
  text,
  note,
}: Clipping & { readonly note: string }): SourceMark =>
  createSourceMark({
    book: { title, author: author.replace(/^([^,;]+), ([^,;]+)$/, "$2 $1") },
    text: kind === "highlight" ? text : "",
    note,
    style: kind === "highlight" ? "yellow" : null,
    createdAt: time,
  });
