import type { ContributorRole } from "#shared/books/book.ts";
import { findIsbns } from "#shared/books/isbn.ts";
import { toCanonicalLanguage } from "#shared/books/language.ts";
import { getPrimaryLanguage } from "#shared/books/script.ts";
import { getText, parseXml, type XmlElement } from "#shared/epub/sanitize/xml.ts";

export interface EpubMetadata {
  readonly title: string;
  readonly subtitle: string;
  readonly contributors: ReadonlyArray<{ readonly name: string; readonly role: ContributorRole }>;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly identifier: string;
  readonly isbns: readonly string[];
  readonly publisher: string;
  readonly publishedYear: number | null;
  readonly description: string;
  readonly subjects: readonly string[];
  readonly series: { readonly name: string; readonly position: number | null } | null;
  readonly rights: string;
}

/** MARC relator codes, and the words that some books have instead. */
const roles: Readonly<Record<string, ContributorRole>> = {
  author: "author",
  narrator: "narrator",
  translator: "translator",
  editor: "editor",
  illustrator: "illustrator",
  aut: "author",
  nrt: "narrator",
  trl: "translator",
  edt: "editor",
  ill: "illustrator",
};

/** Parses the `metadata` element of a package document. */
export function readMetadata(root: XmlElement | undefined, metadata: XmlElement | undefined): EpubMetadata {
  const elements = metadata ? listMetadataElements(metadata) : [];
  const listElementsByName = (name: string) => elements.filter((element) => element.name === name);
  const listRefinements = (element: XmlElement, property: string) =>
    listElementsByName("meta").filter(
      ({ attributes }) =>
        attributes["id"] !== attributes["refines"] &&
        attributes["refines"] === `#${element.attributes["id"]}` &&
        attributes["property"] === property,
    );
  const getRefinement = (element: XmlElement, property: string) =>
    getText(listRefinements(element, property)[0]);
  const titles = listElementsByName("title").filter((title) => getText(title) !== "");
  const [title] = titles;
  const subtitle = titles.find((each) => each !== title && getRefinement(each, "title-type") === "subtitle");
  const identifiers = listElementsByName("identifier");
  const main = identifiers.find(
    ({ attributes }) => attributes["id"] === root?.attributes["unique-identifier"],
  );

  return {
    title: toLine(isolateTitle(title, root), 500),
    subtitle: toLine(getText(subtitle), 500),
    contributors: readContributors(
      [...listElementsByName("creator"), ...listElementsByName("contributor")],
      (element) => listRefinements(element, "role").map(getText),
    ),
    language: readLanguage(listElementsByName("language")),
    identifier: toLine(getText(main ?? identifiers[0]), 200),
    isbns: findIsbns(
      [...identifiers, ...listElementsByName("source")].map((each) => toLine(getText(each), 200)),
    ).slice(0, 20),
    publisher: toLine(getText(listElementsByName("publisher")[0]), 200),
    publishedYear: readYear(listElementsByName("date")),
    description: toPlainText(
      listElementsByName("description")
        .map((each) => getText(each))
        .join("\n"),
    ),
    subjects: [...new Set(listElementsByName("subject").map((each) => toLine(getText(each), 100)))]
      .filter(Boolean)
      .slice(0, 50),
    series: readSeries(listElementsByName("meta"), getRefinement),
    rights: toLine(getText(listElementsByName("rights")[0]), 500),
  };
}

/** OPF 1 and some OPF 2 wrap them in `dc-metadata` and `x-metadata`. */
function listMetadataElements(metadata: XmlElement): XmlElement[] {
  return metadata.children.flatMap((child) => {
    if (typeof child === "string") return [];
    return /^(?:dc|x)-metadata$/.test(child.name) ? listMetadataElements(child) : [child];
  });
}

/** One line without control and bidirectional formatting characters. */
export function toLine(text: string, max: number): string {
  const clean = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u202A-\u202E\u2066-\u2069\uFEFF\u200B]/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
    .toWellFormed();
  return clean.length > max ? `${clean.slice(0, max - 1).toWellFormed()}…` : clean;
}

function isolateTitle(title: XmlElement | undefined, root: XmlElement | undefined): string {
  const text = getText(title);
  const declared = title?.attributes["dir"] ?? root?.attributes["dir"];
  const first = /\p{L}/u.exec(text)?.[0] ?? "";
  const needsMark = declared === "rtl" && rightToLeft.test(text) && !rightToLeft.test(first);
  return needsMark ? `\u200F${text}` : text;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

function readContributors(
  elements: readonly XmlElement[],
  listRoles: (element: XmlElement) => readonly string[],
) {
  const found = elements.flatMap((element) => {
    const name = toLine(getText(element), 200);
    const codes = [...listRoles(element), element.attributes["role"] ?? ""];
    const declared = codes.flatMap((code) => roles[code.trim().toLowerCase()] ?? []);
    const [first = element.name === "creator" ? ("author" as const) : undefined, ...others] = declared;
    return name && first ? [first, ...others].map((role) => ({ name, role })) : [];
  });
  const byKey = new Map(found.map((each) => [`${each.role} ${each.name}`, each]));
  return [...byKey.values()].slice(0, 50);
}

function readLanguage(elements: readonly XmlElement[]): string {
  const tags = elements.map((element) => toCanonicalLanguage(getText(element).replaceAll("_", "-")));
  return tags.find((tag) => /^(?!(?:mis|mul|und|zxx)\b)[a-z]{2,3}(?:-[a-z\d]{1,8}){0,6}$/i.test(tag)) ?? "";
}

function readYear(dates: readonly XmlElement[]): number | null {
  const dateElement = dates.find(({ attributes }) => attributes["event"] === "publication") ?? dates[0];
  const text = getText(dateElement)
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(calibreUnknownDate, "")
    .replace(hijriYear, "");
  const year = Number(/(?:^|\D)(\d{4})(?:\d{2}){0,2}(?:\D|$)/.exec(text)?.[1]);
  return year > 0 ? year : null;
}

const calibreUnknownDate = /^0101-01-01/;
const hijriYear = /\d{3,4}\s*(?:هـ?(?!\p{L})|A\.?H\b)/gu;

function readSeries(
  metas: readonly XmlElement[],
  getRefinement: (element: XmlElement, property: string) => string,
) {
  const collections = metas.filter(({ attributes }) => attributes["property"] === "belongs-to-collection");
  const collection =
    collections.find((each) => getRefinement(each, "collection-type") === "series") ?? collections[0];
  const getProperty = (name: string) =>
    metas.find(({ attributes }) => attributes["name"] === name)?.attributes["content"];
  const name = toLine(collection ? getText(collection) : (getProperty("calibre:series") ?? ""), 200);
  const position = collection
    ? getRefinement(collection, "group-position")
    : getProperty("calibre:series_index");
  const number = Number.parseFloat(position ?? "");
  return name ? { name, position: Number.isFinite(number) ? number : null } : null;
}

const maxDescription = 50_000;

function toPlainText(description: string): string {
  const separated = description
    .slice(0, maxDescription)
    .replace(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^>]*>/gi, "\n$&");
  const textOnly = /<[a-z!/]/i.test(separated) ? removeMarkup(separated) : separated;
  const lines = textOnly.split("\n").map((each) => toLine(each, 10_000));
  return lines.filter(Boolean).join("\n").slice(0, 20_000).toWellFormed();
}

function removeMarkup(text: string): string {
  const collect = (element: XmlElement): string =>
    element.children
      .map((child) => {
        if (typeof child === "string") return child;
        return /^(?:script|style)$/i.test(child.name) ? "" : collect(child);
      })
      .join("");
  try {
    return collect(parseXml(text));
  } catch {
    // Stops at deeply nested values; the book can be read without them.
    return text.replace(/<[^>]*>/g, "");
  }
}

/** The declared language, unless it is missing, or the default of many programs for a text in another script. */
export function chooseLanguage(declared: string, text: string): string {
  if (declared && getPrimaryLanguage(declared) !== "en") return declared;
  return guessLanguage(text, declared ? 0.75 : 0.5) ?? (declared || "en");
}

/** @param minFraction of the letters that are of the language's script */
function guessLanguage(text: string, minFraction: number): string | null {
  const count = (characters: RegExp) => text.match(characters)?.length ?? 0;
  const minCount = Math.max(1, count(/\p{L}/gu)) * minFraction;
  if (count(/\p{Script=Hebrew}/gu) > minCount) return "he";
  if (count(/\p{Script=Arabic}/gu) <= minCount) return null;
  if (count(/[ٹڈڑںے]/gu) > minCount * urduFraction) return "ur";
  return count(/[پچژگ]/gu) > minCount * persianFraction ? "fa" : "ar";
}

/** Of letters that Arabic does not have; loan words have few. */
const urduFraction = 0.02;
const persianFraction = 0.01;
