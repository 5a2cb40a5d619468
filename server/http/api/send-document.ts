import { hash } from "node:crypto";
import { matchesEtag } from "#server/http/ranges.ts";
import type { GuestHttpContext } from "./context.ts";

/**
 * Sends a document with its ETag.
 *
 * @param updated only sent to guests: what a user may do changes without a change of the books
 */
export function sendDocument(
  { req, res, user }: GuestHttpContext,
  type: string,
  body: string,
  updated?: Date,
): void {
  const etag = `"${hash("sha256", body, "base64url").slice(0, 27)}"`;
  res.setHeader("ETag", etag);
  res.setHeader("Vary", "Authorization, Cookie, Accept-Language");
  res.setHeader("Cache-Control", user ? "private, no-cache" : "public, no-cache");
  if (updated && !user && updated.getTime() > 0) res.setHeader("Last-Modified", updated.toUTCString());
  if (matchesEtag(req.get("if-none-match"), etag)) return void res.status(304).end();
  const bytes = Buffer.from(body);
  res.setHeader("Content-Type", type.includes("xml") ? `${type};charset=utf-8` : type);
  res.setHeader("Content-Length", bytes.length);
  res.end(req.method === "HEAD" ? undefined : bytes);
}
