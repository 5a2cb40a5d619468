import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Request, RequestHandler, Response } from "express";
import type { Settings } from "#server/env.ts";
import { notFound } from "./problem.ts";
import { pageHeaders } from "./security-headers.ts";

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

/** Not of the client: these belong to the API and to the bytes of books. */
const ofTheServer = /^\/(api|covers|media)(\/|$)|^\/(healthz|readyz)$/;

/** One file below the folder: no way up, nothing hidden, no source map. */
const assetPath = /^\/assets\/([\w-][\w.-]*\.(\w+))$/;
const rootFile = /^\/([\w-][\w.-]*\.(\w+))$/;

/**
 * Serves the built client: its assets for ever, its page for every address that is not the server's. A missing asset
 * is a 404, never the page, so that a browser with an old page notices.
 */
export function serveClient(
  settings: Pick<Settings, "origins" | "productName">,
  folder: string,
): RequestHandler {
  const page = readPage(folder, settings.productName);
  const headersOf = pageHeaders(settings);
  return (req, res, next) => {
    if ((req.method !== "GET" && req.method !== "HEAD") || ofTheServer.test(req.path)) return next();
    const file = assetPath.exec(req.path) ?? rootFile.exec(req.path);
    const type = types[file?.[2] ?? ""];
    if (file && type && !file[1]?.endsWith(".map")) {
      return sendFile(req, res, path.join(folder, req.path), type, req.path.startsWith("/assets/"));
    }
    if (req.path.startsWith("/assets/") || !page) throw notFound("page");
    for (const [name, value] of headersOf(req.path)) res.setHeader(name, value);
    res.setHeader("ETag", page.etag);
    res.type("html").send(page.html);
  };
}

async function sendFile(
  req: Request,
  res: Response,
  file: string,
  type: string,
  isAsset: boolean,
): Promise<void> {
  const found = await findPacked(file, req.headers["accept-encoding"] ?? "");
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

interface Packed {
  readonly file: string;
  readonly stats: Stats;
  /** Empty for the file as it is. */
  readonly encoding: "" | "br" | "gzip";
}

/** The smallest form of a file that the browser takes: the build leaves packed ones beside it. */
async function findPacked(file: string, accepted: string): Promise<Packed | null> {
  const forms = [
    { ending: ".br", encoding: "br" },
    { ending: ".gz", encoding: "gzip" },
    { ending: "", encoding: "" },
  ] as const;
  for (const { ending, encoding } of forms) {
    if (encoding && !accepted.includes(encoding)) continue;
    const stats = await stat(file + ending).catch(() => null);
    if (stats?.isFile()) return { file: file + ending, stats, encoding };
  }
  return null;
}

/** The page with the operator's name for the place; null before the first build. */
function readPage(folder: string, productName: string): { html: string; etag: string } | null {
  const file = path.join(folder, "index.html");
  if (!existsSync(file)) return null;
  const html = fillName(readFileSync(file, "utf8"), productName);
  return { html, etag: `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"` };
}

/** Puts the product's name into the page's title and into the `application-name` that the client reads. */
export function fillName(html: string, productName: string): string {
  const safe = productName.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${safe}</title>`)
    .replace(
      /(<meta name="application-name" content=")[^"]*(")/,
      (_, before, after) => `${before}${safe}${after}`,
    );
}
