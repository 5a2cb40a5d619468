import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request, Response } from "express";

const gzipAsync = promisify(gzip);

/**
 * Sends a rendered page, compressed if accepted; 304 for a successful one that the browser has.
 *
 * @param alsoVariesBy request headers that affect the page besides language, cookies and compression
 */
export async function sendHtml(
  { req, res }: { readonly req: Request; readonly res: Response },
  html: string,
  {
    status = 200,
    alsoVariesBy = [],
  }: { readonly status?: number; readonly alsoVariesBy?: readonly string[] },
): Promise<void> {
  res.setHeader("ETag", `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`);
  res.setHeader("Vary", ["Accept-Encoding", "Accept-Language", "Cookie", ...alsoVariesBy].join(", "));
  res.type("html").status(status);
  // False unless the status is a success.
  if (req.fresh) return void res.status(304).end();
  if (!req.acceptsEncodings("gzip")) return void res.send(html);
  res.setHeader("Content-Encoding", "gzip");
  res.send(await gzipAsync(html));
}
