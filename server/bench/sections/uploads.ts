import { createHash, randomBytes, randomInt } from "node:crypto";
import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type UploadSet, uploadBlockBytes } from "#shared/uploads/contract.ts";
import type { Bench, BenchServer, Reader } from "#server/bench/core/bench.ts";
import { compare, size, timed, waitUntil, watchMemory } from "#server/bench/core/load.ts";
import { writeM4b } from "#server/bench/core/m4b.ts";
import { startRaw } from "#server/bench/raw/raw.ts";
import { findFreePort } from "#server/db/find-free-port.ts";
import { checkStoredFiles } from "#server/features/book-import/service.ts";
import { createKey } from "#server/storage/keys.ts";
import { LocalStorage } from "#server/storage/local.ts";
import { type S3Settings, S3Storage } from "#server/storage/s3.ts";
import type { Storage } from "#server/storage/storage.ts";

const uploadBytes = size(256, 32) * 1024 * 1024;
const rangeBytes = 16 * 1024 * 1024;
const killedUploads = size(20, 2);
const fileBytes = size(200_000_000, 50_000_000);
/** From the start of an upload to its kill; a complete upload takes about as long. */
const killWithinMs = size(3_000, 1_000);

export const uploads = { "publishing uploads": measureUploads, "publishing s3": measureS3 };

/** One upload by tus against plain POSTs to the same disk; then the memory of four at once. */
async function measureUploads(bench: Bench): Promise<void> {
  const server = await bench.startServer();
  const client = new UploadClient(server, await bench.signIn({ isEmployee: true }));
  const block = randomBytes(uploadBlockBytes);
  const upload = async () => {
    const { set } = await client.send("bench.mp3", uploadBytes, (_, bytes) => block.subarray(0, bytes));
    await client.remove(set);
  };
  const raw = await startRaw(bench, { folder: bench.makeFolder() });
  const post = async () => {
    for (let offset = 0; offset < uploadBytes; offset += block.length)
      await (await fetch(raw, { method: "POST", body: new Uint8Array(block) })).text();
  };
  const { ratio } = await compare(
    async () => 1 / (await timed(upload)),
    async () => 1 / (await timed(post)),
  );
  bench.figures(["upload by tus, ratio to a plain POST", ratio, "", "≥ 0.6"]);
  const stop = watchMemory(server.pid);
  await Promise.all([upload(), upload(), upload(), upload()]);
  bench.figures(["memory growth of four uploads at once", stop().growth, "MB", "≤ 100"]);
}

/** Ranges of one file, from the disk and from an S3 server on this machine. */
async function measureS3(bench: Bench): Promise<void> {
  const peer = bench.launchProgram("s3-server", []);
  const settings = JSON.parse(await peer.waitFor(/\{.*\}/)) as S3Settings;
  const s3 = new S3Storage(settings, path.join(bench.dataDir, "cache", "s3-bench"));
  bench.atEnd(() => s3.close());
  const disk = new LocalStorage(path.join(bench.dataDir, "media"));
  const key = createKey("audio", "mp3");
  bench.atEnd(() => disk.remove(key));
  const block = randomBytes(1024 * 1024);
  for (const storage of [disk, s3])
    await storage.put(key, Readable.from(Array.from({ length: size(128, 32) }, () => block)));
  const measure = (storage: Storage) => {
    let start = 0;
    return async () => {
      start += 1_000;
      const range = { start, end: start + rangeBytes - 1 };
      const read = async () => pipeline(await storage.read(key, range), createWriteStream("/dev/null"));
      return 1 / (await timed(read));
    };
  };
  const { ratio } = await compare(measure(s3), measure(disk), size(8, 2));
  bench.figures(["16 MB ranges from S3, ratio to the disk", ratio, "", "≥ 0.5"]);
}

/** Kills the server with -9 at a random moment of each upload, including its last step. */
export async function killUploads(bench: Bench): Promise<void> {
  const author = await bench.signIn({ isAuthor: true });
  const file = path.join(bench.makeFolder(), "upload.m4b");
  const env = { PORT: String(await findFreePort()), UPLOAD_QUOTA_GB: "1000" };
  let server = await bench.startServer(env, "both");
  const client = new UploadClient(server, author);
  let [resent, wrong, failed] = [0, 0, 0];
  for (let n = 1; n <= killedUploads; n++) {
    bench.step(`upload ${n} of ${killedUploads}, with kill -9`);
    await writeM4b(file, fileBytes);
    const uploading = upload(client, file, `Fault upload ${n}.m4b`);
    await sleep(randomInt(50, killWithinMs));
    await server.stop("SIGKILL");
    server = await bench.startServer(env, "both");
    const { set, sentBytes } = await uploading;
    resent = Math.max(resent, sentBytes - fileBytes);
    if (set.state !== "done") failed += 1;
    else if ((await getStoredDigest(bench, set.bookId ?? "")) !== (await digest(createReadStream(file))))
      wrong += 1;
  }
  const books = await bench.count(`books where owner_id = '${author.user.id}'`);
  const { missing, altered, untracked } = await checkStoredFiles(bench.services);
  bench.figures(
    ["uploads that did not end", failed, "", "≤ 0"],
    ["files with another digest", wrong, "", "≤ 0"],
    ["books beside one per upload", books - killedUploads, "", "= 0"],
    ["most bytes sent again, in blocks", resent / uploadBlockBytes, "", "≤ 1"],
    ["missing or altered files", missing.length + altered.length, "", "≤ 0"],
  );
  bench.note(`${untracked.length} files without a book, which the hourly sweep deletes`);
}

export async function upload(client: UploadClient, file: string, name: string) {
  const blob = await openAsBlob(file);
  const { set, sentBytes } = await client.send(name, blob.size, async (offset, bytes) =>
    Buffer.from(await blob.slice(offset, offset + bytes).arrayBuffer()),
  );
  return { set: await client.finish(set), sentBytes };
}

export async function getStoredDigest(bench: Bench, bookId: string): Promise<string> {
  const key = await bench.get("select storage_key from audio_files where book_id = $1", [bookId]);
  return digest(await bench.services.storage.read(key));
}

export async function digest(content: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(content, hash);
  return hash.digest("hex");
}

/** The API of uploads as the browser uses it. */
export class UploadClient {
  readonly #call: (method: string, path: string, content?: object) => Promise<UploadSet | null>;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ baseUrl, call }: Pick<BenchServer, "baseUrl" | "call">, reader: Reader) {
    this.#url = `${baseUrl}/api/uploads`;
    this.#headers = { Cookie: reader.cookie, Origin: baseUrl, "Tus-Resumable": "1.0.0" };
    this.#call = async (method, path, content) => {
      const { status, body } = await call(reader, method, `/api/upload-sets${path}`, content);
      return status < 300 ? (body as unknown as UploadSet) : null;
    };
  }

  /** Uploads a file in one set and resumes after every failure. @returns the set before it is finished */
  async send(name: string, bytes: number, read: (offset: number, bytes: number) => Promise<Buffer> | Buffer) {
    const files = [{ path: name, bytes }];
    const set = await retry(() => this.#call("POST", "", { title: name, files }));
    const url = `${this.#url}/${set.files[0]?.id}`;
    const getOffset = async () => {
      const { ok, headers } = await fetch(url, { method: "HEAD", headers: this.#headers });
      return ok ? Number(headers.get("upload-offset")) : null;
    };
    let sentBytes = 0;
    for (let offset = 0; offset < bytes; ) {
      const block = await read(offset, Math.min(uploadBlockBytes, bytes - offset));
      const type = { "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" };
      const headers = { ...this.#headers, ...type };
      const body = new Uint8Array(block);
      const reply = await fetch(url, { method: "PATCH", body, headers }).catch(() => null);
      sentBytes += block.length;
      // A request that another one interrupts is accepted in part.
      const accepted = reply?.status === 204 ? Number(reply.headers.get("upload-offset")) : null;
      offset = accepted ?? (await retry(getOffset));
    }
    return { set, sentBytes };
  }

  finish({ id }: UploadSet): Promise<UploadSet> {
    return retry(async () => {
      const set = await this.#call("POST", `/${id}/finish`, {});
      return set && set.state !== "processing" && set.state !== "open" ? set : null;
    });
  }

  remove({ id }: UploadSet): Promise<unknown> {
    return this.#call("DELETE", `/${id}`);
  }
}

/** @throws {Error} when there was no answer for ten minutes; jobs of a killed worker wait for the next one */
async function retry<T>(callback: () => Promise<T | null>): Promise<T> {
  let result = null as T | null;
  let cause: unknown;
  await waitUntil(async () => {
    result = await callback().catch((error: unknown) => {
      cause = error;
      return null;
    });
    return result !== null;
  }, 600_000);
  if (result === null) throw new Error("The upload was not answered.", { cause });
  return result;
}
