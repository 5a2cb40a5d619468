import { getDirection, type Language } from "#shared/api/language.ts";
import { guestMeta } from "#shared/routes/guest-meta.ts";
import { type Painting, paintedMark, repliesId } from "#shared/routes/painting.ts";
import type { PageMeta, Picture } from "./page-meta.ts";

/** What every page of a place has in common. */
export interface Place {
  /** The built `index.html`. */
  readonly template: string;
  readonly productName: string;
  /** The address people use, for links that leave the place. */
  readonly origin: string;
}

/** What the page says of who asks. */
export interface Visitor {
  readonly language: Language;
  /** Nobody is signed in: the client need not ask. */
  readonly isGuest: boolean;
}

/** What the server drew of a page, and the replies that it drew it with, by their addresses. */
export interface Drawn extends Painting {
  readonly replies: Readonly<Record<string, unknown>>;
}

/** The client's page with what is known of one address; without a head, with the product's name alone. */
export function fillShell(
  place: Place,
  head: PageMeta | null,
  { language, isGuest }: Visitor,
  drawn: Drawn | null = null,
): string {
  const html = fillVisitor(
    setHtmlLanguage(setProductName(place.template, place.productName), language),
    isGuest,
  );
  if (!head) return html;
  const { title, description } = head;
  const filled = (drawn ? deferScripts(html) : html)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${text(titleOf(title, place))}</title>`)
    .replace("</head>", () => `${getTags(head, place, drawn).join("")}</head>`)
    .replace('<div id="root"></div>', (root) => fillRoot(root, head, drawn && { ...drawn, language }));
  if (!description) return filled;
  return filled.replace(
    /(<meta name="description" content=")[^"]*(")/,
    (_, before, after) => `${before}${text(description)}${after}`,
  );
}

/** Where the page shows without them, the app's scripts wait for its first paint (`client/public/assets/first-paint-5.js`). */
function deferScripts(html: string): string {
  const app: string[] = [];
  const without = html.replace(
    /<script type="module"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*>\s*/g,
    (tag) => {
      app.push(tag.trim());
      return "";
    },
  );
  return without.replace("</head>", () => `<template id="app">${runApart(app).join("")}</template></head>`);
}

/** What all screens are made of runs first and by itself: in one go with the app it would keep the page from answering. */
function runApart(app: readonly string[]): string[] {
  const base = /^<link rel="modulepreload"([^>]*) href="([^"]*\/(?:vendor|frame)-[^"]*)">$/;
  const links = app.filter((tag) => tag.startsWith("<link"));
  const scripts = app.filter((tag) => tag.startsWith("<script"));
  const before = links
    .filter((tag) => base.test(tag))
    .map((tag) => tag.replace(base, '<script type="module"$1 src="$2"></script>'));
  return [...links, ...before, ...scripts];
}

/** What stands in the page's body, with scripts and without. */
function fillRoot(
  root: string,
  { outline }: PageMeta,
  drawn: (Drawn & { readonly language: Language }) | null,
): string {
  const isTold = drawn !== null && Object.keys(drawn.replies).length > 0;
  const words = outline && !isTold ? getOutline(outline) : "";
  if (!drawn) return root.replace("><", () => `>${words}<`);
  return [
    root.replace("><", () => ` ${paintedMark}="${drawn.language}">${drawn.html}<`),
    words,
    ...(isTold ? [`<script type="application/json" id="${repliesId}">${json(drawn.replies)}</script>`] : []),
  ].join("");
}

/** Puts the product's name into the page's title and into the `application-name` that the client reads. */
export function setProductName(html: string, productName: string): string {
  const safe = text(productName);
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${safe}</title>`)
    .replace(
      /(<meta name="application-name" content=")[^"]*(")/,
      (_, before, after) => `${before}${safe}${after}`,
    );
}

/** Says in the page which language it speaks, so that nothing turns over after the first paint. */
export function setHtmlLanguage(html: string, language: Language): string {
  return html
    .replace(/<html lang="en" dir="ltr"/, `<html lang="${language}" dir="${getDirection(language)}"`)
    .replace(/<link\b[^>]*\blang="(\w+)"[^>]*>\s*/g, (tag, of) => (of === language ? tag : ""));
}

/** Tells the client that it is a guest's, so that it need not be refused to know. */
function fillVisitor(html: string, isGuest: boolean): string {
  return isGuest ? html.replace("</head>", `${meta("name", guestMeta, "guest")}</head>`) : html;
}

const titleOf = (title: string, { productName }: Place) =>
  title ? `${title} · ${productName}` : productName;

function getTags(head: PageMeta, place: Place, drawn: Drawn | null): string[] {
  const { canonical, data } = head;
  return [
    ...(drawn?.links ? [drawn.links] : getHints(head)),
    ...(canonical === null
      ? [meta("name", "robots", "noindex")]
      : [
          `<link rel="canonical" href="${text(place.origin + canonical)}">`,
          ...getCard(head, canonical, place),
        ]),
    ...(data ? [`<script type="application/ld+json">${json(data)}</script>`] : []),
  ];
}

/** What a link to the page shows where it is shared. */
function getCard(
  { title, description, kind = "website", picture }: PageMeta,
  canonical: string,
  place: Place,
): string[] {
  return [
    meta("property", "og:site_name", place.productName),
    meta("property", "og:type", kind),
    meta("property", "og:title", title || place.productName),
    ...(description ? [meta("property", "og:description", description)] : []),
    meta("property", "og:url", place.origin + canonical),
    ...(picture ? getPicture(picture, place) : []),
    meta("name", "twitter:card", "summary"),
  ];
}

function getPicture({ path, width, height, alt }: Picture, { origin }: Place): string[] {
  return [
    meta("property", "og:image", origin + path),
    meta("property", "og:image:width", String(width)),
    meta("property", "og:image:height", String(height)),
    meta("property", "og:image:alt", alt),
  ];
}

/** Not the screen's scripts: asked for together with the shell's they delay the first paint on a slow line. */
function getHints({ hints = {} }: PageMeta): string[] {
  const { calls = [], picture } = hints;
  return [
    ...(picture
      ? [
          `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${text(picture.srcset)}" imagesizes="${text(picture.sizes)}">`,
        ]
      : []),
    // As the client's own calls are sent, or the browser would not take the one for the other.
    ...calls.map(
      (call) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${text(call)}">`,
    ),
  ];
}

/** Where scripts run it is no part of the page, so that nothing flashes or moves when the client takes over. */
function getOutline({ heading, text: said, language, direction, links }: NonNullable<PageMeta["outline"]>) {
  const tongue = `${language ? ` lang="${text(language)}"` : ""} dir="${direction ?? "auto"}"`;
  const list = links.map(
    ({ path, label }) => `<li><a href="${text(path)}" dir="auto">${text(label)}</a></li>`,
  );
  const paragraphs = said.split(/\n{2,}/).filter(Boolean);
  return [
    `<noscript><main><h1${tongue}>${text(heading)}</h1>`,
    ...paragraphs.map((paragraph) => `<p${tongue}>${text(paragraph)}</p>`),
    ...(list.length ? [`<ul>${list.join("")}</ul>`] : []),
    "</main></noscript>",
  ].join("");
}

const meta = (by: "name" | "property", name: string, content: string) =>
  `<meta ${by}="${name}" content="${text(content)}">`;

/** Signs that turn the direction of what follows would reach beyond the text that holds them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text for an element or a quoted attribute. */
function text(plain: string): string {
  return plain.replace(turning, "").replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** JSON that cannot end the script it stands in. */
function json(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
