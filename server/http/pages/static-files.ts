import { createReadStream, existsSync, readFileSync, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Request, RequestHandler, Response } from "express";
import type { Language } from "#shared/api/language.ts";
import { findRoute } from "#shared/routes/route-table.ts";
import { notFound } from "#server/http/api/problem.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import { createPageHeaders, type Headers, workerPolicy } from "#server/http/security/security-headers.ts";
import { hasSessionCookie } from "#server/http/session/session.ts";
import type { Settings } from "#server/settings.ts";
import { type Replies, renderHtmlTemplate, type SiteTemplate, setHijriShift } from "./html-template.ts";
import type { PageMeta, PageResult } from "./page-meta.ts";
import { addPreloadLinks, isFullScreen } from "./preload-links.ts";
import { sendHtml } from "./send-html.ts";
import type { ShellContent } from "./shell-content.ts";

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  png: "image/png",
  svg: "image/svg+xml",
  ttf: "font/ttf",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json; charset=utf-8",
  webp: "image/webp",
  woff: "font/woff",
  woff2: "font/woff2",
};

/** Paths that belong to the API, reading devices, media and the optimized reader. */
const serverPaths =
  /^\/(api|covers|kobo|koreader|media|opds|pictures|podcasts)(\/|$)|^\/(optimized-reader\/?|healthz|readyz|robots\.txt|sitemap[^/]*\.xml)$/;

/** The static app shell in `#root`; full-screen pages do not use it. */
const appShell = /<div class="shell">.*?<\/footer>\s*<\/div>/s;

const assetPath = /^\/assets\/([\w-][\w.-]*\.(\w+))$/;
/** A file directly in the folder, except hidden ones. */
const rootFile = /^\/([\w-][\w.-]*\.(\w+))$/;

/** Marks the page that is cached for all users: its first script reads the language cookie. */
const sharedPageAttribute = " data-for-all";

/** A page without user data, which the service worker caches for offline use. */
const offlineShellPath = "/shell.html";

/**
 * Serves the built client: assets with immutable caching and index.html for all other paths. A missing asset
 * is a 404, so that a browser with an old page notices.
 */
export function serveClient(
  settings: Pick<Settings, "origins" | "productName" | "isHttps" | "hijriShift">,
  folder: string,
  getHead: (path: string, language: Language, req: Request) => Promise<PageResult | null>,
): RequestHandler {
  const site = readSite(folder, settings);
  const getHeaders = createPageHeaders(settings);
  const hasSession = hasSessionCookie(settings);
  return (req, res, next) => {
    if ((req.method !== "GET" && req.method !== "HEAD") || serverPaths.test(req.path)) return next();
    if (req.path === offlineShellPath && site)
      return sendOfflineShell(req, res, site, getHeaders(offlineShellPath));
    const file = assetPath.exec(req.path) ?? rootFile.exec(req.path);
    const type = types[file?.[2] ?? ""];
    if (file && type && !file[1]?.endsWith(".map")) {
      if (req.path === "/sw.js") res.setHeader("Content-Security-Policy", workerPolicy);
      return sendFile(req, res, path.join(folder, req.path), type, req.path.startsWith("/assets/"));
    }
    if (req.path.startsWith("/assets/") || !site) throw notFound("page");
    for (const [name, value] of getHeaders(req.path)) res.setHeader(name, value);
    return sendPage(req, res, site, { getHead, isGuest: isNavigation(req) && !hasSession(req) });
  };
}

function sendOfflineShell(req: Request, res: Response, site: Site, headers: Headers): Promise<void> {
  for (const [name, value] of headers) res.setHeader(name, value);
  res.setHeader("X-Robots-Tag", "noindex");
  const getTemplate = () => site.templateFor("/home").replace(/(<html[^>]*)/, `$1${sharedPageAttribute}`);
  return sendPage(
    req,
    res,
    { ...site, templateFor: getTemplate },
    { getHead: async () => null, isGuest: false },
  );
}

const isNavigation = ({ headers }: Request) => headers["sec-fetch-dest"] === "document";

interface Site extends Omit<SiteTemplate, "template"> {
  readonly templateFor: (pathname: string) => string;
}

interface PageOptions {
  readonly getHead: (path: string, language: Language, req: Request) => Promise<PageResult | null>;
  readonly isGuest: boolean;
}

async function sendPage(
  req: Request,
  res: Response,
  site: Site,
  { getHead, isGuest }: PageOptions,
): Promise<void> {
  const language = getRequestLanguage(req);
  const head = await getHead(req.path, language, req);
  if (head && "movedTo" in head) {
    const queryStart = req.originalUrl.indexOf("?");
    return res.redirect(301, head.movedTo + (queryStart < 0 ? "" : req.originalUrl.slice(queryStart)));
  }
  const replies = head && isGuest ? await readReplies(req, head) : {};
  const meta = head && { ...head, shell: getShell(req, head, isGuest) };
  const html = renderHtmlTemplate(
    { ...site, template: site.templateFor(req.path) },
    meta,
    { language, isGuest },
    replies,
  );
  const status = head?.status ?? 200;
  await sendHtml({ req, res }, html, { status, alsoVariesBy: ["Sec-Fetch-Dest"] });
}

/** The replies that the first page would request; only for guests, because readers' replies differ. */
async function readReplies(req: Request, { inlinedReplies }: PageMeta): Promise<Replies> {
  if (!inlinedReplies || (inlinedReplies.dependsOnQuery && req.originalUrl.includes("?"))) return {};
  const entries = inlinedReplies.calls.map(async ({ url, getReply }) => [url, await getReply()] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Signed-in readers do not get the landing page, and a query changes the list. */
function getShell(
  req: Request,
  { shell, inlinedReplies }: PageMeta,
  isGuest: boolean,
): ShellContent | undefined {
  if (!shell || (shell.layout === "landing" && !isGuest)) return undefined;
  const isFiltered = inlinedReplies?.dependsOnQuery && req.originalUrl.includes("?");
  return isFiltered ? { ...shell, covers: [] } : shell;
}

async function sendFile(
  req: Request,
  res: Response,
  file: string,
  type: string,
  isAsset: boolean,
): Promise<void> {
  const found = await findCompressed(file, req.headers["accept-encoding"] ?? "");
  if (!found) throw notFound("page");
  const { stats, encoding } = found;
  const etag = `"${stats.size.toString(36)}-${Math.trunc(stats.mtimeMs).toString(36)}${encoding && `-${encoding}`}"`;
  res.setHeader("Content-Type", type);
  res.setHeader("Vary", "Accept-Encoding");
  res.setHeader("ETag", etag);
  res.setHeader("Cache-Control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
  if (req.headers["if-none-match"] === etag) return void res.status(304).end();
  if (encoding) res.setHeader("Content-Encoding", encoding);
  res.setHeader("Content-Length", stats.size);
  if (req.method === "HEAD") return void res.end();
  await pipeline(createReadStream(found.file), res).catch(() => res.destroy());
}

interface CompressedFile {
  readonly file: string;
  readonly stats: Stats;
  readonly encoding: "" | "br" | "gzip";
}

async function findCompressed(file: string, acceptEncoding: string): Promise<CompressedFile | null> {
  const variants = [
    { extension: ".br", encoding: "br" },
    { extension: ".gz", encoding: "gzip" },
    { extension: "", encoding: "" },
  ] as const;
  for (const { extension, encoding } of variants) {
    if (encoding && !acceptEncoding.includes(encoding)) continue;
    const stats = await stat(file + extension).catch(() => null);
    if (stats?.isFile()) return { file: file + extension, stats, encoding };
  }
  return null;
}

/** The built index.html; null before the first build. */
function readSite(
  folder: string,
  { productName, origins, hijriShift }: Pick<Settings, "origins" | "productName" | "hijriShift">,
): Site | null {
  const file = path.join(folder, "index.html");
  if (!existsSync(file)) return null;
  const template = setHijriShift(readFileSync(file, "utf8").replace(sharedPageAttribute, ""), hijriShift);
  const withLinks = addPreloadLinks(template, folder);
  const templateFor = (pathname: string) => {
    const route = findRoute(pathname)?.path;
    const filled = withLinks(pathname);
    return route && isFullScreen(route) ? filled.replace(appShell, "") : filled;
  };
  return { templateFor, productName, origin: origins[0] };
}
