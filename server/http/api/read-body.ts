import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reason, ReasonCode } from "#shared/api/problem.ts";
import { ProblemError } from "./problem.ts";

const drainFactor = 8;

/**
 * Reads the whole request body.
 *
 * @throws {ProblemError} `too_large` above `max` bytes, `invalid_input` when the connection breaks
 */
export async function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  max: number,
  reason: ReasonCode | Reason = "request_too_large",
): Promise<Buffer> {
  const bytes = await readAll(req, max);
  if (bytes) return bytes;
  res.setHeader("Connection", "close");
  throw new ProblemError("too_large", reason);
}

function readAll(req: IncomingMessage, max: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= max) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes > max * drainFactor) {
        req.pause();
        resolve(null);
      }
    });
    req.on("end", () => resolve(bytes > max ? null : Buffer.concat(chunks)));
    req.on("error", () => reject(unreadable()));
  });
}

export const unreadable = () => new ProblemError("invalid_input", "request_unreadable");
