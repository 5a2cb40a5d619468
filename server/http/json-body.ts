import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { ProblemError } from "./problem.ts";
import { isWrite } from "./refuse-forgery.ts";

const mostBytes = 1_000_000;

/** A caller who sends too much is heard out so far, so that the answer arrives; beyond it the line is cut. */
const mostBytesHeard = 8_000_000;

/** Levels of arrays and objects: no contract has more than a few, and the database's own limit is far above. */
const mostLevels = 32;

/** Reads the body of unsafe requests. An empty one stays `undefined`, which contracts with a body refuse. */
export function readJsonBody(): RequestHandler {
  return (req, res, next) => {
    if (!isWrite(req.method)) return next();
    const encoding = req.headers["content-encoding"];
    if (encoding !== undefined && encoding !== "identity") {
      throw new ProblemError("unsupported_type", "Compressed bodies are not accepted here.");
    }
    readAll(req).then(
      (bytes) => {
        if (bytes === "too large") {
          res.setHeader("Connection", "close");
          return next(new ProblemError("too_large", "That is too large."));
        }
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

function readAll(req: IncomingMessage): Promise<Buffer | "too large"> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
      if (bytes > mostBytesHeard) {
        req.pause();
        resolve("too large");
      }
    });
    req.on("end", () => resolve(bytes > mostBytes ? "too large" : Buffer.concat(chunks)));
    req.on("error", () => reject(unreadable()));
  });
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw unreadable();
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw unreadable();
  }
  if (isDeeperThan(mostLevels, body)) throw unreadable();
  return body;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeperThan(levels - 1, inner)) return true;
  return false;
}

const unreadable = () => new ProblemError("invalid_input", "The request could not be read.");
