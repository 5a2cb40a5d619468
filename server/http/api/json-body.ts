import { isUtf8 } from "node:buffer";
import type { RequestHandler } from "express";
import { isWriteMethod } from "#server/http/security/csrf-protection.ts";
import type { FormRoute } from "./multipart-body.ts";
import { ProblemError } from "./problem.ts";
import { readBody, unreadable } from "./read-body.ts";

const maxBytes = 1_000_000;

/** Maximum nesting depth; contracts need only a few levels. */
const maxLevels = 32;

/** Parses JSON bodies of unsafe requests except forms and audio. An empty body stays `undefined`. */
export function readJsonBody(...otherBodies: readonly FormRoute[]): RequestHandler {
  return (req, res, next) => {
    if (!isWriteMethod(req.method) || otherBodies.some((accepts) => accepts(req))) return next();
    const encoding = req.headers["content-encoding"];
    if (encoding !== undefined && encoding !== "identity") {
      throw new ProblemError("unsupported_type", "compressed_body");
    }
    readBody(req, res, maxBytes).then(
      (bytes) => {
        try {
          if (bytes.length > 0) req.body = parse(bytes);
          next();
        } catch (error) {
          next(error);
        }
      },
      (error) => next(error),
    );
  };
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw unreadable();
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw unreadable();
  }
  if (isDeeperThan(maxLevels, body)) throw unreadable();
  return body;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeperThan(levels - 1, inner)) return true;
  return false;
}
