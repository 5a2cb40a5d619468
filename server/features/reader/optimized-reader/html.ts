import { getDirection, type Language } from "#shared/api/language.ts";
import { optimizedScript, optimizedScriptSource } from "./script.ts";
import { optimizedStyle, optimizedStyleSource } from "./style.ts";
import { createTypefaceStyle } from "./typeface.ts";

export interface OptimizedLink {
  readonly to: string;
  readonly label: string;
  readonly locator?: { readonly sentence: string; readonly fraction: number };
}

export interface OptimizedText {
  /** Sanitized markup. */
  readonly html: string;
  readonly language: string;
  readonly direction: "ltr" | "rtl" | "auto";
}

/** A page of the optimized reader. */
export interface OptimizedView {
  readonly status: number;
  readonly title: string;
  readonly language: Language;
  readonly top: readonly OptimizedLink[];
  readonly heading: string;
  readonly position: string;
  readonly links: readonly OptimizedLink[];
  readonly contents: { readonly title: string; readonly links: readonly OptimizedLink[] };
  readonly text: OptimizedText | null;
  /** The URL of the Arabic font; null for device fonts. */
  readonly typeface: string | null;
  readonly notes: readonly string[];
  /** Null to report nothing. */
  readonly savedState: SavedState | null;
}

export interface SavedState {
  readonly userId: string;
  readonly bookId: string;
  readonly device: string;
  /** Fractions of the book at the start and the end of this chapter. */
  readonly from: number;
  readonly to: number;
  readonly sentenceCount: number;
  readonly isLast: boolean;
}

export function renderOptimizedHtml(view: OptimizedView): string {
  const {
    language,
    title,
    top,
    heading,
    position: locator,
    links,
    contents,
    text,
    typeface,
    notes,
    savedState,
  } = view;
  // The chapter's title, else the book's.
  const headingTag = /<h1[\s>]/.test(text?.html ?? "") ? "span" : "h1";
  const breadcrumbs = [
    ...(heading ? [`<${headingTag} class="t" dir="auto">${escapeText(heading)}</${headingTag}>`] : []),
    ...(locator ? [`<span>${escapeText(locator)}</span>`] : []),
  ];
  const body = text
    ? `<div lang="${escapeText(text.language)}" dir="${text.direction}">${text.html}</div>`
    : "";
  const list = contents.links.map((link) => `<li>${renderLink(link)}</li>`).join("");
  return [
    `<!DOCTYPE html><html lang="${language}" dir="${getDirection(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeText(title)}</title><link rel="icon" href="data:,"><style>${optimizedStyle}</style>`,
    typeface ? `<style>${createTypefaceStyle(typeface).style}</style></head>` : "</head>",
    `<body${savedState ? getData(savedState) : ""}>`,
    `<header><nav aria-label="${escapeText(heading || title)}">${breadcrumbs.join("")}${links.map(renderLink).join("")}</nav></header>`,
    `<main>${body}${getNotes(notes)}</main>`,
    `<footer>${links.map(renderLink).join("")}${top.map(renderLink).join("")}</footer>`,
    list
      ? `<details class="n"><summary>${escapeText(contents.title)}</summary><ol>${list}</ol></details>`
      : "",
    savedState ? `<script>${optimizedScript}</script>` : "",
    "</body></html>",
  ].join("");
}

export function getOptimizedReaderCsp(origins: readonly string[], typeface: string | null): string {
  const getSources = (path: string) => origins.map((origin) => origin + path).join(" ");
  return [
    "default-src 'none'",
    `style-src ${optimizedStyleSource}${typeface ? ` ${createTypefaceStyle(typeface).source}` : ""}`,
    ...(typeface ? [`font-src ${getSources(typeface)}`] : []),
    `script-src ${optimizedScriptSource}`,
    `img-src data: ${getSources("/api/books/")}`,
    `connect-src ${getSources("/api/positions")} ${getSources("/api/activity/sessions")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const getNotes = (notes: readonly string[]) =>
  notes.map((note) => `<p class="n">${escapeText(note)}</p>`).join("");

function renderLink({ to, label, locator }: OptimizedLink): string {
  const stored = locator
    ? ` data-s="${escapeText(locator.sentence)}" data-f="${locator.fraction.toFixed(6)}"`
    : "";
  return `<a href="${escapeText(to)}"${stored} dir="auto">${escapeText(label)}</a>`;
}

const getData = ({ userId, bookId, device, from, to, sentenceCount, isLast }: SavedState) =>
  ` data-user="${escapeText(userId)}" data-book="${escapeText(bookId)}" data-device="${escapeText(device)}" data-from="${from.toFixed(6)}" data-to="${to.toFixed(6)}" data-count="${sentenceCount}"${isLast ? " data-last" : ""}`;

/** Text for an element or a quoted attribute. */
const escapeText = (raw: string) => raw.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
