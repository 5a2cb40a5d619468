import { createHash, randomInt } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { uploadBlockBytes } from "#shared/uploads/contract.ts";
import { query } from "#server/bench/catalogue/query.ts";
import type { Bench, Report } from "#server/bench/section.ts";
import { findFreePort } from "#server/db/find-free-port.ts";
import { checkStoredFiles } from "#server/features/book-import/service.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { writeLargeM4b } from "./large-audio.ts";
import { uploadFile } from "./upload-client.ts";

const uploads = 20;
const fileBytes = 200_000_000;
/** From the start of an upload to its kill; a complete upload takes about as long. */
const killWithinMs = 3_000;

/** R1: kill -9 at a random moment of each upload, including its last step. */
export async function killUploads(report: Report, bench: Bench): Promise<void> {
  const author = await createFactories(bench.services).user({ isAuthor: true });
  const cookie = await createSessionCookie(bench.services, author);
  const folder = path.join(bench.dataDir, "fault-uploads");
  await mkdir(folder, { recursive: true });
  const port = { PORT: String(await findFreePort()), DEMO: "off", UPLOAD_QUOTA_GB: "1000" };
  let server = await bench.startServer(port, ["web", "worker"]);
  let [resent, wrong, failed] = [0, 0, 0];
  try {
    for (let n = 1; n <= uploads; n++) {
      report.step(`upload ${n} of ${uploads}, with kill -9`);
      const file = path.join(folder, "upload.m4b");
      await writeLargeM4b(file, fileBytes);
      const sending = uploadFile({ baseUrl: server.baseUrl, cookie }, file, `Fault upload ${n}`);
      await sleep(randomInt(50, killWithinMs));
      process.kill(server.pid, "SIGKILL");
      server = await bench.startServer(port, ["web", "worker"]);
      const { set, sentBytes } = await sending;
      resent = Math.max(resent, sentBytes - fileBytes);
      if (set.state !== "done") failed += 1;
      else if ((await getStoredDigest(bench, set.bookId ?? "")) !== (await digestFile(file))) wrong += 1;
    }
    const { rows } = await query(
      bench,
      `select count(*)::int as n from books where owner_id = '${author.id}'`,
    );
    const { missing, altered, untracked } = await checkStoredFiles(bench.services);
    report.metric("R1: uploads that did not end", failed, "", { max: 0 });
    report.metric("R1: files with another digest", wrong, "", { max: 0 });
    report.metric("R1: books beside one per upload", Number(rows[0]?.["n"]) - uploads, "", { max: 0 });
    report.metric("R1: most bytes sent again", resent / 1e6, "MB", { max: uploadBlockBytes / 1e6 });
    report.metric("R1: missing or altered files", missing.length + altered.length, "", { max: 0 });
    report.note(`R1: ${untracked.length} files without a book, which the hourly sweep deletes`);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function getStoredDigest(bench: Bench, bookId: string): Promise<string> {
  const { rows } = await query(bench, `select storage_key from audio_files where book_id = '${bookId}'`);
  const hash = createHash("sha256");
  await pipeline(await bench.services.storage.read(String(rows[0]?.["storage_key"])), hash);
  return hash.digest("hex");
}

async function digestFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
