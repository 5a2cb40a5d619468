import { createHash, randomBytes, randomInt } from "node:crypto";
import { createWriteStream, readFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Upload } from "tus-js-client";
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
const retryMs = 100;
const timeoutMs = 600_000;

export const uploads = { "publishing uploads": measureUploads, "publishing s3": measureS3 };

/** One upload by tus against plain POSTs to the same disk; then the memory of four at once. */
async function measureUploads(bench: Bench): Promise<void> {
  const server = await bench.startServer();
  const author = await bench.signIn({ isEmployee: true });
  const content = randomBytes(uploadBytes);
  const upload = async () => {
    const { set } = await sendFile(server, author, "bench.mp3", content);
    await server.call(author, "DELETE", `/api/upload-sets/${set.id}`);
  };
  const raw = await startRaw(bench, { folder: bench.makeFolder() });
  const post = async () => {
    for (let offset = 0; offset < uploadBytes; offset += uploadBlockBytes) {
      const body = content.subarray(offset, offset + uploadBlockBytes);
      await (await fetch(raw, { method: "POST", body })).text();
    }
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
  let [resent, wrong, failed] = [0, 0, 0];
  for (let n = 1; n <= killedUploads; n++) {
    bench.step(`upload ${n} of ${killedUploads}, with kill -9`);
    await writeM4b(file, fileBytes);
    const content = readFileSync(file);
    const uploading = upload(server, author, `Fault upload ${n}.m4b`, content);
    await sleep(randomInt(50, killWithinMs));
    await server.stop("SIGKILL");
    server = await bench.startServer(env, "both");
    const { set, sentBytes } = await uploading;
    resent = Math.max(resent, sentBytes - fileBytes);
    if (set.state !== "done") failed += 1;
    else if ((await getStoredDigest(bench, set.bookId ?? "")) !== digest(content)) wrong += 1;
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

export async function getStoredDigest(bench: Bench, bookId: string): Promise<string> {
  const key = await bench.get("select storage_key from audio_files where book_id = $1", [bookId]);
  return digest(await buffer(await bench.services.storage.read(key)));
}

export const digest = (content: Buffer) => createHash("sha256").update(content).digest("hex");

type Api = Pick<BenchServer, "baseUrl" | "call">;

/** Uploads a file in one set and resumes after every failure, as the browser does. */
export async function upload(api: Api, reader: Reader, name: string, content: Buffer) {
  const sent = await sendFile(api, reader, name, content);
  const finish = () => callSets(api, reader, `/${sent.set.id}/finish`, {});
  return { ...sent, set: await retry(finish, ({ state }) => state !== "processing" && state !== "open") };
}

/** @returns the set before it is finished */
async function sendFile(api: Api, reader: Reader, name: string, content: Buffer) {
  const newSet = { title: name, files: [{ path: name, bytes: content.length }] };
  const set = await retry(() => callSets(api, reader, "", newSet));
  let sentBytes = 0;
  await new Promise<void>((resolve, reject) =>
    new Upload(content, {
      uploadUrl: `${api.baseUrl}/api/uploads/${set.files[0]?.id}`,
      chunkSize: uploadBlockBytes,
      headers: { Cookie: reader.cookie, Origin: api.baseUrl },
      retryDelays: Array(timeoutMs / retryMs).fill(retryMs),
      onShouldRetry: () => true,
      onBeforeRequest(request) {
        const offset = Number(request.getHeader("Upload-Offset"));
        if (request.getMethod() === "PATCH") sentBytes += Math.min(uploadBlockBytes, content.length - offset);
      },
      onSuccess: () => resolve(),
      onError: reject,
    }).start(),
  );
  return { set, sentBytes };
}

async function callSets({ call }: Api, reader: Reader, path: string, content: object) {
  const { status, body } = await call(reader, "POST", `/api/upload-sets${path}`, content);
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as unknown as UploadSet;
}

/** @throws {Error} when there was no answer for ten minutes; jobs of a killed worker wait for the next one */
async function retry(callback: () => Promise<UploadSet>, isDone: (set: UploadSet) => boolean = () => true) {
  let set: UploadSet | undefined;
  const hasSucceeded = await waitUntil(async () => {
    set = await callback();
    return isDone(set);
  }, timeoutMs);
  if (!set || !hasSucceeded) throw new Error("The upload was not answered.");
  return set;
}
