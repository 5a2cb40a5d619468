import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { findFreePort } from "#server/db/find-free-port.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles } from "#server/db/schema/books/formats.ts";
import { createKey } from "#server/storage/keys.ts";
import { median } from "./load.ts";
import type { Bench, Section } from "./section.ts";

const megabytes = 200;
const middle = 50e6;
const rounds = 7;
const shortReads = 30;

export const ranges: Section = {
  name: "ranges",
  async run(report, bench) {
    report.step(`storing ${megabytes} MB`);
    const { url, file } = await storeRecording(bench);
    const server = await bench.startServer();
    const cookie = await bench.signIn();
    const nginx = await startNginx(path.dirname(file));
    const raw = await startRawNode(file);
    const ownUrl = `${server.baseUrl}${url}`;
    const nginxUrl = nginx && `${nginx.baseUrl}/${path.basename(file)}`;
    const speeds = { ownUrl: [] as number[], nginxUrl: [] as number[], raw: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      report.step(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
      const ownResult = await transfer(ownUrl, `bytes=${middle}-`, cookie);
      const nginxResult = nginxUrl ? await transfer(nginxUrl, `bytes=${middle}-`) : null;
      const rawResult = await transfer(raw.baseUrl, `bytes=${middle}-`);
      if (round === 0) continue;
      speeds.raw.push(rawResult.megabytesPerSecond);
      speeds.ownUrl.push(ownResult.megabytesPerSecond);
      if (nginxResult) speeds.nginxUrl.push(nginxResult.megabytesPerSecond);
    }
    const firstBytes: number[] = [];
    const rawFirstBytes: number[] = [];
    for (let n = 0; n < shortReads; n++) {
      const from = middle + n * 1_000_003;
      const range = `bytes=${from}-${from + 65_535}`;
      firstBytes.push((await transfer(ownUrl, range, cookie)).firstByteMs);
      rawFirstBytes.push((await transfer(raw.baseUrl, range)).firstByteMs);
    }
    raw.stop();
    await nginx?.stop();
    await server.stop();

    report.metric("server, 150 MB from the middle", median(speeds.ownUrl), "MB/s");
    report.metric("raw node:http, the same", median(speeds.raw), "MB/s");
    report.metric("ratio to raw", median(speeds.ownUrl) / median(speeds.raw), "", { min: 0.95 });
    if (speeds.nginxUrl.length) {
      report.metric("nginx, the same", median(speeds.nginxUrl), "MB/s");
      report.metric("ratio", median(speeds.ownUrl) / median(speeds.nginxUrl), "", { min: 0.5 });
    } else report.note("ranges: nginx is not installed, so there is nothing to compare with");
    report.metric("first byte, median", median(firstBytes), "ms", { max: 20 });
    report.metric("first byte, ratio to raw", median(firstBytes) / median(rawFirstBytes), "", { max: 2 });
  },
};

async function storeRecording({ services: { db, storageDrivers } }: Bench) {
  const piece = randomBytes(1e6);
  const content = Readable.from(Array.from({ length: megabytes }, () => piece));
  const { key, bytes, sha256 } = await storageDrivers.disk.put(createKey("audio", "mp3"), content);
  const book = expectOneRow(
    await db
      .insert(books)
      .values({ title: `A long recording ${randomUUID()}`, state: "published", hasAudiobook: true })
      .returning(),
  );
  const file = expectOneRow(
    await db
      .insert(audioFiles)
      .values({
        bookId: book.id,
        position: 1,
        storageKey: key,
        bytes,
        sha256,
        mediaType: "audio/mpeg",
        duration: 36_000,
      })
      .returning(),
  );
  return { url: `/media/${book.id}/${file.id}`, file: storageDrivers.disk.localPath(key) };
}

async function transfer(url: string, range: string, cookie?: string) {
  const from = performance.now();
  const request = get(url, { headers: { range, ...(cookie && { cookie }) } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode !== 206) throw new Error(`${url} answered ${response.statusCode}`);
  let bytes = 0;
  let firstByteMs = 0;
  response.on("data", (piece: Buffer) => {
    firstByteMs ||= performance.now() - from;
    bytes += piece.length;
  });
  await once(response, "end");
  return { firstByteMs, megabytesPerSecond: bytes / 1e3 / (performance.now() - from) };
}

/** Serves ranges of one file with node:http alone, in a process of its own. */
async function startRawNode(file: string): Promise<{ baseUrl: string; stop(): void }> {
  const program = `
    import { createReadStream, statSync } from "node:fs";
    import { createServer } from "node:http";
    const file = process.argv[1], { size } = statSync(file);
    const server = createServer((req, res) => {
      const [, from, to] = /bytes=(\\d+)-(\\d*)/.exec(req.headers.range);
      const end = to ? Number(to) : size - 1;
      res.writeHead(206, { "Content-Length": end - from + 1, "Content-Range": \`bytes \${from}-\${end}/\${size}\` });
      createReadStream(file, { start: Number(from), end }).pipe(res);
    }).listen(0, "127.0.0.1", () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return { baseUrl: `http://127.0.0.1:${String(port).trim()}`, stop: () => void child.kill("SIGTERM") };
}

/** Serves a folder by nginx; null where that is not installed. */
async function startNginx(folder: string): Promise<{ baseUrl: string; stop(): Promise<void> } | null> {
  if (!hasNginx()) return null;
  const home = mkdtempSync(path.join(tmpdir(), "maktaba-bench-nginx-"));
  mkdirSync(path.join(home, "temp"));
  const port = await findFreePort();
  const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (each) => `${each}_temp_path ${home}/temp;`,
  );
  writeFileSync(
    path.join(home, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; pid ${home}/pid; error_log stderr error; events {}
     http { access_log off; sendfile on; tcp_nopush on; ${temps.join(" ")}
       server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const child = spawn("nginx", ["-p", home, "-c", path.join(home, "nginx.conf")], { stdio: "ignore" });
  process.once("exit", () => child.kill("SIGTERM"));
  const baseUrl = `http://127.0.0.1:${port}`;
  await waitUntilReady(baseUrl, child);
  return {
    baseUrl,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function hasNginx(): boolean {
  try {
    execFileSync("nginx", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isUp = await new Promise<boolean>((resolve) => {
      get(url, (response) => resolve(response.resume() !== undefined)).on("error", () => resolve(false));
    });
    if (isUp) return;
    await new Promise((resolveReady) => setTimeout(resolveReady, 50));
  }
  throw new Error("nginx did not start.");
}
