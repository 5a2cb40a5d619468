import { AsyncLocalStorage } from "node:async_hooks";
import { truncate } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { type Lock, Server, Upload } from "@tus/server";
import type { Response as ExpressResponse, Request } from "express";
import type { InputOf } from "#shared/api/contract.ts";
import type { uploadStreams } from "#shared/uploads/contract.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { conflict, notFound, ProblemError, unavailable } from "#server/http/api/problem.ts";
import { uploadedBytes } from "#server/metrics/metrics.ts";
import type { Services } from "#server/services.ts";
import { getDiskSpace, hasSpace, requireFreeSpace } from "#server/storage/disk-space.ts";
import { measureStream } from "#server/storage/measure-stream.ts";
import { findFile, findOpenFile, getExpiry, postponeExpiry, type UploadFileRow } from "./queries.ts";
import { getReceivedBytes, getStoredName, getUploadsDiskSpace, getUploadsFolder } from "./upload-folder.ts";

const releaseTopic = "upload-release";
const lockWaitMs = 15_000;
const lockPollMs = 100;
/** The error status of the tus checksum extension. */
const checksumMismatch = 460;
const insufficientStorage = 507;

interface ExpectedChunk {
  /** Hex; null when the client sent none. */
  readonly sha256: string | null;
  /** NaN when the client did not say. */
  readonly bytes: number;
}

/** The tus library gives a store only the content, the name and the offset, not the request. */
const expectedChunk = new AsyncLocalStorage<ExpectedChunk>();

interface OpenStore {
  readonly store: FileStore;
  readonly server: Server;
}

const stores = new WeakMap<Services["db"], OpenStore>();

function openStore(services: Services): OpenStore {
  const existing = stores.get(services.db);
  if (existing) return existing;
  const store = new ChunkStore(services);
  const server = new Server({
    path: "/api/uploads",
    datastore: store,
    locker: { newLock: (id) => uploadLock(services, id) },
    getFileIdFromRequest: (request) => decodeURIComponent(request.url.split("/").slice(-2).join("/")),
    allowedOrigins: () => false,
  });
  const opened = { store, server };
  stores.set(services.db, opened);
  return opened;
}

/** Checks the digest of whole chunks, and takes the length of files from the database. */
class ChunkStore extends FileStore {
  constructor(services: Services) {
    super({
      directory: getUploadsFolder(services),
      configstore: {
        async get(name: string) {
          const file = await findFile(services.db, name.split("/").at(-1) ?? "");
          return file ? new Upload({ id: name, size: file.bytes, offset: 0 }) : undefined;
        },
        set: async () => {},
        delete: async () => {},
      },
    });
  }

  override async write(readable: Readable, name: string, offset: number): Promise<number> {
    const expected = expectedChunk.getStore();
    const { through, result } = measureStream(() => requireFreeSpace(this.directory));
    readable.once("error", (error) => through.destroy(error));
    const end = await super
      .write(readable.pipe(through) as unknown as Readable, name, offset)
      .catch(async (error: unknown) => {
        if (hasSpace(await getDiskSpace(this.directory))) throw error;
        throw { status_code: insufficientStorage, body: "Insufficient Storage\n" };
      });
    // Part of a chunk, from a broken connection, is covered by the digest of the whole file.
    const isWhole = end - offset === expected?.bytes;
    if (isWhole && expected.sha256 && result().sha256 !== expected.sha256) {
      await truncate(path.join(this.directory, name), offset);
      throw { status_code: checksumMismatch, body: "Checksum Mismatch\n" };
    }
    uploadedBytes.inc(end - offset);
    return end;
  }
}

/** Creates the empty files of an upload. */
export async function createUploadFiles(services: Services, files: readonly UploadFileRow[]): Promise<void> {
  const { store } = openStore(services);
  for (const { id, setId, bytes } of files) {
    await store.create(new Upload({ id: getStoredName(setId, id), size: bytes, offset: 0 }));
  }
}

/** Answers a HEAD or PATCH request of the tus protocol for the user's own file. */
export async function answerTus(
  context: HttpContext,
  { params: { fileId } }: InputOf<typeof uploadStreams.sendChunk>,
): Promise<void> {
  const { req, res } = context;
  const file = await findOpenFile(context.db, context.user.id, fileId);
  if (!file) throw notFound("upload");
  if (req.method !== "PATCH") return answerOwnFile(context, file, req, res);
  const release = await reserveSpace(context, file, getLength(req));
  await answerOwnFile(context, file, req, res).finally(release);
}

async function answerOwnFile(
  services: Services,
  file: UploadFileRow,
  req: Request,
  res: ExpressResponse,
): Promise<void> {
  const { server } = openStore(services);
  const name = getStoredName(file.setId, file.id);
  const expected = { sha256: getChecksum(req), bytes: getLength(req) };
  const reply = await expectedChunk.run(expected, () => server.handleWeb(toWebRequest(req, name)));
  if (reply.status >= 400) throw toProblem(reply.status);
  if (req.method === "PATCH") await postponeExpiry(services.db, file.setId, getExpiry(services.clock()));
  for (const header of ["Tus-Resumable", "Upload-Offset", "Upload-Length", "Cache-Control"]) {
    const value = reply.headers.get(header);
    if (value !== null) res.setHeader(header, value);
  }
  res.status(reply.status).end();
}

const getLength = (req: Request) => Number(req.headers["content-length"] ?? Number.NaN);

interface IncomingChunk {
  readonly file: UploadFileRow;
  /** The size of the file after the chunk. */
  readonly end: number;
}

const incomingChunks = new Set<IncomingChunk>();

/**
 * Reserves space for a chunk, beside those that this process is receiving.
 *
 * @param length NaN for all that is missing of the file
 * @returns a function that ends the reservation
 * @throws {ProblemError} `insufficient_storage`
 */
async function reserveSpace(services: Services, file: UploadFileRow, length: number): Promise<() => void> {
  const offset = await getReceivedBytes(services, file);
  const chunk = { file, end: Number.isNaN(length) ? file.bytes : Math.min(file.bytes, offset + length) };
  incomingChunks.add(chunk);
  try {
    let missing = 0;
    for (const incoming of incomingChunks) {
      missing += Math.max(0, incoming.end - (await getReceivedBytes(services, incoming.file)));
    }
    if (!hasSpace(await getUploadsDiskSpace(services), missing)) {
      throw new ProblemError("insufficient_storage", "disk_full");
    }
  } catch (error) {
    incomingChunks.delete(chunk);
    throw error;
  }
  return () => void incomingChunks.delete(chunk);
}

function getChecksum(req: Request): string | null {
  const [, digest] = /^sha256 ([A-Za-z0-9+/]{43}=)$/.exec(String(req.headers["upload-checksum"] ?? "")) ?? [];
  return digest === undefined ? null : Buffer.from(digest, "base64").toString("hex");
}

function toWebRequest(req: Request, name: string): Parameters<Server["handleWeb"]>[0] {
  const headers = new Headers();
  for (const header of ["tus-resumable", "upload-offset", "content-type", "content-length"]) {
    const value = req.headers[header];
    if (typeof value === "string") headers.set(header, value);
  }
  const init = { method: req.method, headers };
  const body = { body: Readable.toWeb(req), duplex: "half" };
  const request = new Request(
    `http://localhost/api/uploads/${name}`,
    (req.method === "PATCH" ? { ...init, ...body } : init) as RequestInit,
  );
  return request as Parameters<Server["handleWeb"]>[0];
}

function toProblem(status: number): ProblemError {
  if (status === 404 || status === 410) return notFound("upload");
  if (status === 409) return conflict("upload_offset");
  if (status === 413) return new ProblemError("too_large", "upload_too_long");
  if (status === checksumMismatch) return conflict("upload_damaged_chunk");
  if (status === 423) return unavailable();
  if (status === insufficientStorage) return new ProblemError("insufficient_storage", "disk_full");
  if (status < 500) return new ProblemError("invalid_input", "request_unreadable");
  return unavailable();
}

/** One request at a time may write a file, over all processes. A new one asks the old one to end. */
function uploadLock(services: Services, name: string): Lock {
  const { locks, live } = services;
  const key = `upload ${name}`;
  let stopListening = () => {};
  return {
    async lock(signal, cancelRequest) {
      const release = () => void cancelRequest();
      const deadline = performance.now() + lockWaitMs;
      for (let hasWaited = false; ; hasWaited = true) {
        if (signal.aborted) throw { status_code: 500, body: "Aborted\n" };
        if (await locks.tryLock(key, release)) break;
        if (!hasWaited) await live.broadcast(releaseTopic, name);
        if (performance.now() > deadline) throw { status_code: 423, body: "Locked\n" };
        await new Promise((resolve) => setTimeout(resolve, lockPollMs));
      }
      stopListening = live.onBroadcast(releaseTopic, (other) => {
        if (other === name) release();
      });
    },
    async unlock() {
      stopListening();
      await locks.unlock(key);
    },
  };
}
