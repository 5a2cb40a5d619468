import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { uploadBlockBytes } from "#shared/uploads/contract.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { compare, size, timed, watchMemory } from "#server/bench/core/load.ts";
import { UploadClient } from "#server/bench/core/upload-client.ts";
import { startRaw } from "#server/bench/raw/raw.ts";
import { createKey } from "#server/storage/keys.ts";
import { LocalStorage } from "#server/storage/local.ts";
import { type S3Settings, S3Storage } from "#server/storage/s3.ts";
import type { Storage } from "#server/storage/storage.ts";

const uploadBytes = size(256, 32) * 1024 * 1024;
const rangeBytes = 16 * 1024 * 1024;

export const uploads = { uploads: measureUploads, s3: measureS3 };

/** One upload by tus against plain POSTs to the same disk; then the memory of four at once. */
async function measureUploads(bench: Bench): Promise<void> {
  const server = await bench.startServer();
  const { cookie } = await bench.signIn({ isEmployee: true });
  const client = new UploadClient(server.baseUrl, cookie);
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
  bench.step("uploads by tus and by POST");
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
  bench.step("ranges from S3");
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
