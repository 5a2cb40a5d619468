import { createHash, randomInt } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { uploadBlockBytes } from "#shared/uploads/contract.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { size } from "#server/bench/core/load.ts";
import { UploadClient } from "#server/bench/core/upload-client.ts";
import { findFreePort } from "#server/db/find-free-port.ts";
import { checkStoredFiles } from "#server/features/book-import/service.ts";
import { writeM4b } from "./m4b.ts";

const uploads = size(20, 2);
const fileBytes = size(200_000_000, 50_000_000);
/** From the start of an upload to its kill; a complete upload takes about as long. */
const killWithinMs = size(3_000, 1_000);

/** Kills the server with -9 at a random moment of each upload, including its last step. */
export async function killUploads(bench: Bench): Promise<void> {
  const { user, cookie } = await bench.signIn({ isAuthor: true });
  const file = path.join(bench.makeFolder(), "upload.m4b");
  const env = { PORT: String(await findFreePort()), UPLOAD_QUOTA_GB: "1000" };
  let server = await bench.startServer(env, "both");
  const client = new UploadClient(server.baseUrl, cookie);
  let [resent, wrong, failed] = [0, 0, 0];
  for (let n = 1; n <= uploads; n++) {
    bench.step(`upload ${n} of ${uploads}, with kill -9`);
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
  const books = await bench.count(`books where owner_id = '${user.id}'`);
  const { missing, altered, untracked } = await checkStoredFiles(bench.services);
  bench.figures(
    ["uploads that did not end", failed, "", "≤ 0"],
    ["files with another digest", wrong, "", "≤ 0"],
    ["books beside one per upload", books - uploads, "", "= 0"],
    ["most bytes sent again, in blocks", resent / uploadBlockBytes, "", "≤ 1"],
    ["missing or altered files", missing.length + altered.length, "", "≤ 0"],
  );
  bench.note(`${untracked.length} files without a book, which the hourly sweep deletes`);
}

async function upload(client: UploadClient, file: string, name: string) {
  const handle = await open(file);
  try {
    const { set, sentBytes } = await client.send(name, fileBytes, async (offset, bytes) => {
      return (await handle.read(Buffer.alloc(bytes), 0, bytes, offset)).buffer;
    });
    return { set: await client.finish(set), sentBytes };
  } finally {
    await handle.close();
  }
}

async function getStoredDigest(bench: Bench, bookId: string): Promise<string> {
  const [row] = await bench.sql("select storage_key as key from audio_files where book_id = $1", [bookId]);
  return digest(await bench.services.storage.read(row?.["key"] ?? ""));
}

async function digest(content: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(content, hash);
  return hash.digest("hex");
}
