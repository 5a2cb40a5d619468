import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import { encodeBody } from "#server/http/compression.ts";

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
  res.setHeader("Vary", ["Accept-Language", "Cookie", ...alsoVariesBy].join(", "));
  res.type("html").status(status);
  // False unless the status is a success.
  if (req.fresh) return void res.status(304).end();
  const body = await encodeBody(res, Buffer.from(html));
  res.end(req.method === "HEAD" ? undefined : body);
}
