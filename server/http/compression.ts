import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Response } from "express";

const gzipAsync = promisify(gzip);

/** Smaller content fits into one packet. */
const minBytes = 1_400;

/** Whether a request lists gzip with another quality than 0. */
export const acceptsGzip = ({ headers }: IncomingMessage): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(headers["accept-encoding"] ?? "");

/** Null for content that is sent as it is: it is small, or the client does not accept gzip. */
export async function compress(req: IncomingMessage, content: Buffer): Promise<Buffer | null> {
  return content.length >= minBytes && acceptsGzip(req) ? gzipAsync(content) : null;
}

/** Compresses the body of a response where that is accepted, and sets its headers. */
export async function encodeBody(res: Response, content: Buffer): Promise<Buffer> {
  res.vary("Accept-Encoding");
  const compressed = await compress(res.req, content);
  if (compressed) res.setHeader("Content-Encoding", "gzip");
  const body = compressed ?? content;
  res.setHeader("Content-Length", body.length);
  return body;
}
