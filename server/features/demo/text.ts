import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DemoChapter, DemoText } from "./epub.ts";
import { escapeXml } from "./epub.ts";

interface BookMetadata {
  readonly title: string;
  readonly subtitle?: string;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly publisher: string;
  readonly licence: string;
  readonly contributors: readonly { readonly name: string; readonly role: string }[];
}

/** Reads the chapters of a demo book, `text/01-….md`, in the order of their names; null for none. */
export function readText(folder: string, slug: string): DemoText | null {
  const metadata = JSON.parse(readFileSync(path.join(folder, "maktaba.json"), "utf8")) as BookMetadata;
  const chapters = readChapters(path.join(folder, "text"), metadata.language);
  if (!chapters.length) return null;
  return {
    identifier: `urn:maktaba:demo:${slug}`,
    title: metadata.title,
    author: metadata.contributors.find(({ role }) => role === "author")?.name ?? "",
    language: metadata.language,
    direction: metadata.direction,
    publisher: metadata.publisher,
    rights: metadata.licence,
    chapters,
    titlePage: toTitlePage(metadata),
    pictures: readPictures(path.join(folder, "text")),
    style: proseStyle,
  };
}

/** Paragraphs are indented after the first, without space between them. */
const proseStyle = `p { margin: 0; text-indent: 1.5em; }
h1 + p, h2 + p, figure + p, p[lang] + p, .stanza, p[lang], .title-page p { text-indent: 0; }
h2 { font-size: 1.1em; margin: 1.6em 0 0.5em; text-align: start; break-after: avoid; }
.stanza, p[lang] { margin: 0 0 0.8em; }
.stanza { break-inside: avoid; }
`;

function toTitlePage({ title, subtitle, publisher, contributors }: BookMetadata): string {
  const lines = [
    `<h1>${escapeXml(title)}</h1>`,
    ...(subtitle ? [`<p class="subtitle">${escapeXml(subtitle)}</p>`] : []),
    ...contributors
      .filter(({ role }) => role === "author")
      .map(({ name }) => `<p class="author">${escapeXml(name)}</p>`),
    `<p class="publisher">${escapeXml(publisher)}</p>`,
  ];
  return `<section class="title-page" epub:type="titlepage">${lines.join("\n")}</section>`;
}

/**
 * The chapters in a folder of `.md` files: a heading, paragraphs, subheadings as `**…**`, images as
 * `![alt](name.svg)`, and ` \` for a line break.
 */
export function readChapters(folder: string, language: string): DemoChapter[] {
  return getFiles(folder, ".md").map((file) => {
    const [heading = "", ...paragraphs] = readFileSync(path.join(folder, file), "utf8")
      .trim()
      .split(/\n\s*\n/);
    const title = heading.replace(/^#\s*/, "");
    const body = [
      `<h1>${escapeXml(title)}</h1>`,
      ...paragraphs.map((paragraph) => toXhtml(paragraph, language)),
    ].join("\n");
    return { name: path.basename(file, ".md"), title, body };
  });
}

/** Marks verse, and Arabic paragraphs of other books, as in a bilingual one. */
function getAttributes(paragraph: string, language: string): string {
  const isArabic = /\p{Script=Arabic}/u.test(paragraph) && !/\p{Script=Latin}/u.test(paragraph);
  const stanza = paragraph.includes(lineBreak) ? ' class="stanza"' : "";
  return `${stanza}${isArabic && language !== "ar" ? ' lang="ar" dir="rtl"' : ""}`;
}

function toXhtml(paragraph: string, language: string): string {
  const [, alt, name] = paragraph.match(/^!\[(.*)\]\((.*)\)$/) ?? [];
  if (alt !== undefined && name !== undefined) {
    return `<figure><img src="${escapeXml(name)}" alt="${escapeXml(alt)}"/></figure>`;
  }
  const [, heading] = paragraph.match(/^\*\*([^*]+)\*\*$/) ?? [];
  if (heading !== undefined) return `<h2>${escapeXml(heading)}</h2>`;
  return `<p${getAttributes(paragraph, language)}>${withEmphasis(escapeXml(paragraph)).replaceAll(lineBreak, "<br/>").replaceAll("\n", " ")}</p>`;
}

const lineBreak = " \\\n";

/** `**strong**` and `*emphasis*`. */
const withEmphasis = (text: string): string =>
  text.replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>").replace(/\*([^*]+)\*/g, "<em>$1</em>");

function readPictures(folder: string) {
  return getFiles(folder, ".svg").map((name) => ({ name, content: readFileSync(path.join(folder, name)) }));
}

function getFiles(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .sort();
  } catch {
    return [];
  }
}
