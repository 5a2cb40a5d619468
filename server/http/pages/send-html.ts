import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request, Response } from "express";

const packed = promisify(gzip);

/**
 * Sends a page that was made for this request: packed where the browser takes that, and as "not changed" where it has
 * the same one already.
 *
 * @param status of a page that was found; others are always sent whole.
 * @param alsoVariesBy request headers that decide on the page besides language, cookies and packing.
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
  // Express checks freshness for these statuses only.
  if (req.fresh) return void res.status(304).end();
  if (!req.acceptsEncodings("gzip")) return void res.send(html);
  res.setHeader("Content-Encoding", "gzip");
  res.send(await packed(html));
}
