import { getDirection, type Language } from "#shared/api/language.ts";
import { localizeProductName } from "#shared/api/product.ts";
import { hijriShiftMeta } from "#shared/reading-activity/hijri-shift.ts";
import { guestMeta } from "#shared/routes/guest-meta.ts";
import { inlinedRepliesId } from "#shared/routes/inlined-replies.ts";
import { escapeHtml } from "./escape-html.ts";
import type { PageMeta, Picture } from "./page-meta.ts";
import { fillShell } from "./shell-content.ts";

export interface SiteTemplate {
  /** The built `index.html`. */
  readonly template: string;
  readonly productName: string;
  /** The public origin for absolute URLs. */
  readonly origin: string;
}

export interface Visitor {
  readonly language: Language;
  /** Without a session, the client need not request the user. */
  readonly isGuest: boolean;
}

/** Reply bodies by URL. */
export type Replies = Readonly<Record<string, unknown>>;

/** Fills index.html for one page; without page meta, only with the product name. */
export function renderHtmlTemplate(
  siteTemplate: SiteTemplate,
  meta: PageMeta | null,
  { language, isGuest }: Visitor,
  replies: Replies = {},
): string {
  const site = { ...siteTemplate, productName: localizeProductName(siteTemplate.productName, language) };
  const html = fillVisitor(
    setHtmlLanguage(setProductName(site.template, siteTemplate.productName), language),
    isGuest,
  );
  if (!meta) return html;
  const { title, description, outline, shell } = meta;
  const filled = (shell ? fillShell(html, shell) : html)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(getTitle(title, site))}</title>`)
    .replace("</head>", () => `${getTags(meta, site, isGuest, replies).join("")}</head>`)
    .replace("</body>", () => `${outline ? getOutline(outline) : ""}${renderReplies(replies)}</body>`);
  if (!description) return filled;
  return filled.replace(
    /(<meta name="description" content=")[^"]*(")/,
    (_, before, after) => `${before}${escapeHtml(description)}${after}`,
  );
}

function renderReplies(replies: Replies): string {
  if (Object.keys(replies).length === 0) return "";
  return `<script type="application/json" id="${inlinedRepliesId}">${toInlineJson(replies)}</script>`;
}

/** Sets the title and the `application-name`, which the client reads. */
export function setProductName(html: string, productName: string): string {
  const safe = escapeHtml(productName);
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${safe}</title>`)
    .replace(
      /(<meta name="application-name" content=")[^"]*(")/,
      (_, before, after) => `${before}${safe}${after}`,
    );
}

/** Tells the client by how many days the operator shifts Hijri dates. */
export const setHijriShift = (html: string, days: number): string =>
  days === 0 ? html : html.replace("</head>", `${renderMeta("name", hijriShiftMeta, String(days))}</head>`);

/** Sets the language and direction, so that nothing changes after the first paint. */
export function setHtmlLanguage(html: string, language: Language): string {
  return html
    .replace(/<html lang="en" dir="ltr"/, `<html lang="${language}" dir="${getDirection(language)}"`)
    .replace(/<link\b[^>]*\blang="(\w+)"[^>]*>\s*/g, (tag, linkLanguage) =>
      linkLanguage === language ? tag : "",
    );
}

function fillVisitor(html: string, isGuest: boolean): string {
  return isGuest ? html.replace("</head>", `${renderMeta("name", guestMeta, "guest")}</head>`) : html;
}

const getTitle = (title: string, { productName }: SiteTemplate) =>
  title ? `${title} · ${productName}` : productName;

function getTags(head: PageMeta, site: SiteTemplate, isGuest: boolean, replies: Replies): string[] {
  const { canonical, data } = head;
  return [
    ...getPreloadTags(head, isGuest, replies),
    ...(canonical === null
      ? [renderMeta("name", "robots", "noindex")]
      : [
          `<link rel="canonical" href="${escapeHtml(site.origin + canonical)}">`,
          ...getSocialTags(head, canonical, site),
        ]),
    ...(data ? [`<script type="application/ld+json">${toInlineJson(data)}</script>`] : []),
  ];
}

function getSocialTags(
  { title, description, kind = "website", picture }: PageMeta,
  canonical: string,
  site: SiteTemplate,
): string[] {
  return [
    renderMeta("property", "og:site_name", site.productName),
    renderMeta("property", "og:type", kind),
    renderMeta("property", "og:title", title || site.productName),
    ...(description ? [renderMeta("property", "og:description", description)] : []),
    renderMeta("property", "og:url", site.origin + canonical),
    ...(picture ? getImageTags(picture, site) : []),
    renderMeta("name", "twitter:card", picture?.isWide ? "summary_large_image" : "summary"),
  ];
}

function getImageTags({ path, alt }: Picture, { origin }: SiteTemplate): string[] {
  return [renderMeta("property", "og:image", origin + path), renderMeta("property", "og:image:alt", alt)];
}

/** Must match the client's fetch, or the browser downloads twice. */
function getPreloadTags(
  { preloadedCalls = [], preloadedUserCalls = [] }: PageMeta,
  isGuest: boolean,
  replies: Replies,
): string[] {
  return [...preloadedCalls, ...(isGuest ? [] : preloadedUserCalls)]
    .filter((call) => !(call in replies))
    .map(
      (call) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escapeHtml(call)}">`,
    );
}

function getOutline({ heading, text, language, direction, links }: NonNullable<PageMeta["outline"]>) {
  const languageAttributes = `${language ? ` lang="${escapeHtml(language)}"` : ""} dir="${direction ?? "auto"}"`;
  const list = links.map(
    ({ path, label }) => `<li><a href="${escapeHtml(path)}" dir="auto">${escapeHtml(label)}</a></li>`,
  );
  const paragraphs = text.split(/\n{2,}/).filter(Boolean);
  return [
    `<noscript><main><h1${languageAttributes}>${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((paragraph) => `<p${languageAttributes}>${escapeHtml(paragraph)}</p>`),
    ...(list.length ? [`<ul>${list.join("")}</ul>`] : []),
    "</main></noscript>",
  ].join("");
}

const renderMeta = (attribute: "name" | "property", name: string, content: string) =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;

function toInlineJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
