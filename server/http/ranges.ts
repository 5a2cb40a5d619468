import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { isMissingFile } from "#server/storage/storage.ts";
import { ProblemError, unavailable } from "./api/problem.ts";
import type { FileSender } from "./file-sender.ts";

/** Bytes `[from, to)` of a file. */
type Span = readonly [from: number, to: number];

export interface ServedFile {
  readonly mediaType: string;
  readonly bytes: number;
  /** The quoted ETag. It must differ where `allowed` does. */
  readonly etag: string;
  readonly allowed: readonly Span[];
  readonly fillsGaps?: boolean;
  /** Null for the server itself. */
  readonly sender: FileSender | null;
  /** Opens bytes from `start` to `end` inclusive. */
  readonly open: (range: { readonly start: number; readonly end: number }) => Promise<Readable>;
}

/** The `internal` nginx location of the storage folder. */
const internalPath = "/protected-media/";

/** The requested bytes; null for the whole file and for ranges that can be ignored. */
export function parseRange(header: string | undefined, bytes: number): Span | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const tail = Math.min(Number(last), bytes);
    return tail > 0 ? [bytes - tail, bytes] : "unsatisfiable";
  }
  const from = Number(first);
  const to = last === "" ? bytes : Math.min(Number(last) + 1, bytes);
  if (last !== "" && Number(last) < from) return null;
  return from < bytes ? [from, to] : "unsatisfiable";
}

export async function sendFile(req: Request, res: Response, file: ServedFile): Promise<void> {
  res.setHeader("Content-Type", file.mediaType);
  if (file.sender?.kind === "nginx") {
    res.setHeader("X-Accel-Redirect", internalPath + file.sender.key);
    return void res.end();
  }
  if (file.sender?.kind === "cdn") return redirectToCdn(res, file.sender.location);
  res.setHeader("Accept-Ranges", "bytes");
  res.setHeader("ETag", file.etag);
  if (matchesEtag(req.get("if-none-match"), file.etag)) return void res.status(304).end();

  const ifRange = req.get("if-range");
  const requested = ifRange && ifRange !== file.etag ? null : parseRange(req.get("range"), file.bytes);
  if (requested === "unsatisfiable") return rejectRange(res, file.bytes);
  const isZeroFilled = file.fillsGaps === true && requested !== null && requested[1] === file.bytes;
  const granted = isZeroFilled
    ? findZeroFilledSpan(file, requested[0])
    : getGranted(file.allowed, requested ?? [0, file.bytes]);
  if (!granted) return rejectRange(res, file.bytes);

  const [from, to] = granted;
  res.status(requested ? 206 : 200);
  if (requested) res.setHeader("Content-Range", `bytes ${from}-${to - 1}/${file.bytes}`);
  res.setHeader("Content-Length", to - from);
  if (req.method === "HEAD") return void res.end();
  await pipeToResponse(
    res,
    isZeroFilled ? openFilled(file, granted) : await waitForOpen(file.open({ start: from, end: to - 1 })),
  );
}

/** Before each range the rights are checked again; the content is cached under its signed path. */
function redirectToCdn(res: Response, location: string): void {
  const [, name] = /filename\*=UTF-8''(\S+)/.exec(String(res.getHeader("Content-Disposition") ?? "")) ?? [];
  for (const header of ["Content-Type", "Content-Disposition"]) res.removeHeader(header);
  res.setHeader("Cache-Control", "private, no-store");
  res.setHeader("Location", name ? `${location}&name=${name}` : location);
  res.status(302).end();
}

const blockBytes = 64 * 1024;

function findZeroFilledSpan({ allowed, bytes }: ServedFile, from: number): Span | null {
  const isNear = allowed.some(([start, end]) => start - blockBytes <= from && from < end);
  return isNear ? [from, bytes] : null;
}

/** The allowed bytes of a range, with zeros for the rest. */
function openFilled({ allowed, open: openPart }: ServedFile, [from, to]: Span): Readable {
  async function* pieces() {
    let at = from;
    for (const [start, end] of allowed) {
      if (end <= at) continue;
      yield* generateZeros(Math.min(start, to) - at);
      at = Math.max(at, start);
      yield* await waitForOpen(openPart({ start: at, end: Math.min(end, to) - 1 }));
      at = end;
    }
    yield* generateZeros(to - at);
  }
  return Readable.from(pieces(), { objectMode: false });
}

const zeroBlock = Buffer.alloc(blockBytes);

function* generateZeros(count: number): Generator<Buffer> {
  for (let remaining = count; remaining > 0; remaining -= blockBytes)
    yield zeroBlock.subarray(0, Math.min(remaining, blockBytes));
}

function getGranted(allowed: readonly Span[], [from, to]: Span): Span | null {
  const containingRange = allowed.find(([start, end]) => start <= from && from < end);
  return containingRange ? [from, Math.min(to, containingRange[1])] : null;
}

export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag) ?? false;
}

function rejectRange(res: Response, bytes: number): void {
  res.setHeader("Content-Range", `bytes */${bytes}`);
  res.removeHeader("Content-Type");
  res.status(416).json({ code: "invalid_input", message: "The requested range does not exist." });
}

async function waitForOpen(opening: Promise<Readable>): Promise<Readable> {
  return opening.catch((error: unknown) => {
    throw isMissingFile(error) ? unavailable("book_file_unavailable") : error;
  });
}

async function pipeToResponse(res: Response, content: Readable): Promise<void> {
  try {
    await pipeline(content, res);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}

const open = new Map<string, number>();

/**
 * Limits concurrent downloads of one holder, such as a user or the network of a guest.
 *
 * @throws {ProblemError} `too_many_requests` above `max`
 */
export function limitDownloads(res: Response, holder: string, max: number): void {
  const count = open.get(holder) ?? 0;
  if (count >= max) {
    res.setHeader("Retry-After", "2");
    throw new ProblemError("too_many_requests", "too_many_downloads");
  }
  open.set(holder, count + 1);
  res.once("close", () => {
    const remaining = (open.get(holder) ?? 1) - 1;
    if (remaining > 0) open.set(holder, remaining);
    else open.delete(holder);
  });
}
