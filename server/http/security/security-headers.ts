import type { RequestHandler, Response } from "express";
import { findRoute } from "#shared/routes/route-table.ts";
import type { Settings } from "#server/settings.ts";

export type Headers = readonly (readonly [string, string])[];

const baseHeaders: Headers = [
  ["X-Content-Type-Options", "nosniff"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Origin-Agent-Cluster", "?1"],
];

const permissions =
  "camera=(), microphone=(), payment=(), usb=(), serial=(), bluetooth=(), hid=(), midi=(), display-capture=(), browsing-topics=(), geolocation=(self), autoplay=(self), screen-wake-lock=(self), fullscreen=(self)";

const readerPage = /^\/(read|e-reader|ebook|seamless-reader|whisper-sync-demo)(\/|$)/;

export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** Headers for replies of the API. */
export function getApiHeaders({ isHttps }: Pick<Settings, "isHttps">): Headers {
  return [
    ...baseHeaders,
    ...getHsts(isHttps),
    ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Cache-Control", "no-store"],
  ];
}

export function setSecurityHeaders(settings: Pick<Settings, "isHttps">): RequestHandler {
  const headers = getApiHeaders(settings);
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** Headers for a page of the client. */
export function createPageHeaders({ origins }: Pick<Settings, "origins">): (path: string) => Headers {
  const common: Headers = [
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["X-Frame-Options", "DENY"],
    ["Permissions-Policy", permissions],
    ["Cache-Control", "no-cache"],
  ];
  const reader: Headers = [
    ...common,
    ["Content-Security-Policy", getPagePolicy(origins, "'none'")],
    ["Referrer-Policy", "no-referrer"],
  ];
  const others: Headers = [...common, ["Content-Security-Policy", getPagePolicy(origins, "'self'")]];
  return (path) => {
    const route = findRoute(path)?.path;
    // The client may find a screen where the server finds none, and opens the shell offline for any path.
    return route === undefined || readerPage.test(route) ? reader : others;
  };
}

/**
 * Headers for user uploads: no scripts, no framing.
 *
 * @param name the download name; inline without it
 */
export function sendAsUpload(res: Response, name?: string): void {
  res.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
  if (name !== undefined) res.setHeader("Content-Disposition", getContentDisposition(name));
}

/** A `Content-Disposition` (RFC 6266) with an escaped file name. */
export function getContentDisposition(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, "_").slice(0, 150) || "file";
  const ascii = safe
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]+/g, "_")
    .replace(/[";%]/g, "_");
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * Scripts and styles come from the built assets alone: `'self'` would allow a book's scripts, which are
 * served from this origin. `blob:` documents inherit this policy.
 */
function getPagePolicy(origins: readonly string[], formAction: string): string {
  const listSources = (...paths: string[]) =>
    paths.flatMap((path) => origins.map((origin) => origin + path)).join(" ");
  return [
    "default-src 'none'",
    `script-src ${listSources("/assets/")}`,
    `style-src ${listSources("/assets/")} 'unsafe-inline' blob:`,
    `img-src ${listSources("/assets/", "/covers/", "/pictures/", "/api/message-pictures/")} blob: data:`,
    `font-src ${listSources("/assets/")} blob: data:`,
    `media-src blob: ${listSources("/media/", "/api/prayer/recordings/")}`,
    "connect-src 'self'",
    `worker-src ${listSources("/assets/", "/sw.js")} blob:`,
    "manifest-src 'self'",
    "frame-src blob:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    // WebKit refuses the `blob:` documents of a book, which inherit the policy, with 'none'.
    "frame-ancestors 'self'",
  ].join("; ");
}

/** HSTS for two years; not over plain HTTP, where browsers ignore it. */
function getHsts(isHttps: boolean): Headers {
  return isHttps ? [["Strict-Transport-Security", "max-age=63072000; includeSubDomains"]] : [];
}
