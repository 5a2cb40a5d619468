import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { User } from "#shared/accounts/user.ts";
import type { BookListQuery } from "#shared/publishing/contract.ts";
import { type UploadSet, uploadBlockBytes } from "#shared/uploads/contract.ts";
import { computeBookStats } from "#server/features/author-stats/jobs.ts";
import { runBulkEdit, startBulkEdit } from "#server/features/publishing/bulk-edits.ts";
import { previewCsv } from "#server/features/publishing/csv/csv.ts";
import { listAllBooks } from "#server/features/publishing/lists.ts";
import { createKey } from "#server/storage/keys.ts";
import { LocalStorage } from "#server/storage/local.ts";
import { type S3Settings, S3Storage } from "#server/storage/s3.ts";
import type { Storage } from "#server/storage/storage.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { getBundle, launch } from "./bench-server.ts";
import { loadBooks } from "./catalogue/catalogue.ts";
import { query } from "./catalogue/query.ts";
import { captureStatements, measurePerSecond, type Statement, startRaw } from "./catalogue/raw-server.ts";
import { median, percentile, timed } from "./load.ts";
import { getResidentMb } from "./memory.ts";
import type { Bench, Report, Section } from "./section.ts";

const bookCount = 100_000;
const editedBookCount = 10_000;

/** The waiting times of authors and staff: lists, bulk edits, CSV, statistics and uploads. */
export const publishing: Section = {
  name: "publishing",
  parts: ["lists", "bulk", "stats", "uploads", "s3"],
  async run(report, bench, isRequested) {
    const employee = await createFactories(bench.services).user({ isEmployee: true });
    if (isRequested("lists") || isRequested("bulk") || isRequested("stats"))
      await loadBooks(bench, report, bookCount);
    if (isRequested("lists")) await measureLists(report, bench, employee);
    if (isRequested("bulk")) await measureBulk(report, bench, employee);
    if (isRequested("stats")) await measureBookStats(report, bench);
    if (isRequested("uploads")) await measureUploads(report, bench, employee);
    if (isRequested("s3")) await measureS3(report, bench);
  },
};

const filters: Readonly<Record<string, BookListQuery>> = {
  "all books": {},
  "by state": { state: "published" },
  "by format": { format: "both" },
  "by language": { language: "ar" },
  "by genre": { genre: "History shelf" },
  "premium only": { isFree: false },
  "by title": { sortBy: "title" },
  "by popularity": { sortBy: "popularity" },
};

async function measureLists(report: Report, bench: Bench, employee: User): Promise<void> {
  const { services } = bench;
  report.step("staff lists");
  for (const [what, query] of Object.entries(filters)) {
    const times: number[] = [];
    for (let n = 0; n < 12; n++) {
      const ms = await timed(() =>
        listAllBooks({ ...services, user: employee }, { query: { ...query, limit: 50 } }),
      );
      if (n > 1) times.push(ms);
    }
    report.metric(`staff list, ${what}`, median(times), "ms");
  }
  await compareWithRaw(report, bench, employee);
  const pages: number[] = [];
  let cursor: string | null = null;
  for (let page = 1; page <= 1_000; page++) {
    const after: { cursor?: string } = cursor ? { cursor } : {};
    const query = { ...after, sortBy: "title" as const, limit: 50 };
    pages.push(
      await timed(async () => {
        cursor = (await listAllBooks({ ...services, user: employee }, { query })).nextCursor;
      }),
    );
  }
  const ratio = median(pages.slice(-20)) / median(pages.slice(2, 22));
  report.metric("page 1,000 of the staff list, ratio to page 1", ratio, "", { max: 1.5 });
}

/** Requests for each filter, against a bare server that runs the same statements. */
async function compareWithRaw(report: Report, bench: Bench, employee: User): Promise<void> {
  report.step("staff lists against a bare server");
  const toPath = (query: BookListQuery) => {
    const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return `/api/admin/books?${new URLSearchParams([...parameters, ["limit", "50"]])}`;
  };
  const statements: Record<string, readonly Statement[]> = {};
  for (const query of Object.values(filters)) {
    statements[toPath(query)] = await captureStatements(() =>
      listAllBooks({ ...bench.services, user: employee }, { query: { ...query, limit: 50 } }),
    );
  }
  const server = await bench.startServer({ DEMO: "off" });
  const raw = await startRaw(bench, statements);
  const headers = { Cookie: await createSessionCookie(bench.services, employee) };
  for (const [what, query] of Object.entries(filters)) {
    const path = toPath(query);
    const own = await measurePerSecond(server.baseUrl + path, headers, 100);
    const bare = await measurePerSecond(raw.baseUrl + path, {}, 100);
    report.metric(`staff list, ${what}, ratio to the bare server`, own / bare, "", { min: 0.25 });
  }
  raw.child.kill("SIGTERM");
  await server.stop();
}

async function measureBulk(report: Report, bench: Bench, employee: User): Promise<void> {
  const { services } = bench;
  const server = await bench.startServer();
  const list = `${server.baseUrl}/api/books?search=shelf&limit=20`;
  const measureP95 = async (until: () => boolean) => {
    const times: number[] = [];
    while (!until() || times.length < 100) times.push(await timed(() => fetch(list).then((r) => r.text())));
    return percentile(times, 0.95);
  };
  report.step("bulk edit");
  const { rows } = await query(
    bench,
    `select id from books where id::text like 'b0000000-%' limit ${editedBookCount}`,
  );
  // The first searches warm up the server.
  await measureP95(() => true);
  const quiet = await measureP95(() => true);
  const ids = rows.map(({ id }) => id as string);
  const bulk = await startEditByFilter(bench, employee, ids);
  let isDone = false;
  const running = timed(() =>
    runBulkEdit.run(services, { bulkId: bulk }, AbortSignal.timeout(300_000)),
  ).finally(() => {
    isDone = true;
  });
  const busy = await measureP95(() => isDone);
  report.metric("bulk edit of 10,000 books", (await running) / 1_000, "s", { max: 30 });
  report.metric("search p95 while it runs, ratio to quiet", busy / quiet, "", { max: 1.2 });
  await server.stop();

  report.step("CSV dry run");
  const csv = [
    "id,publisher,publishedYear",
    ...ids.map((id, n) => `${id},House ${n % 50},${1900 + (n % 120)}`),
  ];
  const file = new Blob([csv.join("\n")]);
  const seconds =
    (await timed(() => previewCsv({ ...services, user: employee }, { file, query: {} }))) / 1_000;
  report.metric("CSV dry run of 10,000 rows", seconds, "s", { max: 20 });
}

/** `startBulkEdit` takes at most a thousand ids, so the edit is by a filter that matches these books. */
async function startEditByFilter(bench: Bench, employee: User, ids: readonly string[]): Promise<string> {
  await query(bench, `update books set language = 'qu' where id = any('{${ids.join(",")}}')`);
  const body = { query: { language: "qu" }, expected: ids.length, changes: { publisher: "House" } };
  return (await startBulkEdit({ ...bench.services, user: employee }, { body })).id;
}

async function measureBookStats(report: Report, bench: Bench): Promise<void> {
  report.step("a million days of reading");
  await query(
    bench,
    `insert into users (first_name, username, email)
     select 'R', 'figure-' || n, 'figure-' || n || '@example.org' from generate_series(1, 5000) n
     on conflict do nothing`,
  );
  await query(
    bench,
    `insert into reading_days (user_id, day, book_id, kind, milliseconds, sessions, measured_ms, public_ms, changed_at)
     select u.id, date '2026-01-01' + (n % 200), b.id, 'reading', 600000, 1, 600000, 600000, now()
     from (select id, row_number() over () as k from users where username like 'figure-%') u
     cross join generate_series(1, 200) n
     join (select id, row_number() over () as k from books where id::text like 'b0000000-%' limit 1000) b
       on b.k = (u.k * 7 + n * 13) % 1000 + 1
     on conflict do nothing`,
  );
  const { rows } = await query(bench, "select count(*)::int as days from reading_days");
  report.note(`${rows[0]?.["days"]} days of reading`);
  const all = await timed(() => computeBookStats(bench.services, true));
  report.metric("metrics of a million days, computed", all / 1_000, "s", { max: 60 });
}

const rangeBytes = 16 * 1024 * 1024;

/** Ranges of one file, from the disk and from an S3 server on this machine. */
async function measureS3(report: Report, { dataDir }: Bench): Promise<void> {
  report.step("ranges from S3");
  const { child, stdout } = launch(getBundle("server/bench/s3-peer.ts"), [], {});
  const [reply] = (await once(stdout, "data")) as [Buffer];
  const s3 = new S3Storage(JSON.parse(String(reply)) as S3Settings, path.join(dataDir, "cache", "s3-bench"));
  const disk = new LocalStorage(path.join(dataDir, "media"));
  const key = createKey("audio", "mp3");
  const block = randomBytes(1024 * 1024);
  try {
    for (const storage of [disk, s3])
      await storage.put(key, Readable.from(Array.from({ length: 128 }, () => block)));
    const ratios: number[] = [];
    for (let round = 0; round < 9; round++) {
      const range = { start: round * 1_000, end: round * 1_000 + rangeBytes - 1 };
      const read = (storage: Storage) =>
        timed(async () => pipeline(await storage.read(key, range), createWriteStream("/dev/null")));
      const [fromDisk, fromS3] = [await read(disk), await read(s3)];
      if (round > 0) ratios.push(fromDisk / fromS3);
    }
    report.metric("16 MB ranges from S3, ratio to the disk", median(ratios), "", { min: 0.5 });
  } finally {
    await disk.remove(key);
    s3.close();
    child.kill("SIGTERM");
  }
}

const uploadBytes = 256 * 1024 * 1024;

/** One upload by tus against a plain streamed POST to the same disk; then the memory of four at once. */
async function measureUploads(report: Report, bench: Bench, employee: User): Promise<void> {
  const server = await bench.startServer();
  const cookie = await createSessionCookie(bench.services, employee);
  const block = randomBytes(uploadBlockBytes);
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-plain-"));
  const plain = createServer((req, res) => {
    const target = createWriteStream(path.join(folder, String(performance.now())));
    pipeline(req, target).then(
      () => res.end("done"),
      () => res.destroy(),
    );
  }).listen(0, "127.0.0.1");
  await once(plain, "listening");
  const plainUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
  try {
    const ratios: number[] = [];
    for (let round = 0; round < 4; round++) {
      report.step(`uploads: round ${round + 1} of 4`);
      const tus = await timed(() => uploadByTus(server.baseUrl, cookie, block));
      const bare = await timed(() => uploadPlain(plainUrl, block));
      if (round > 0) ratios.push(bare / tus);
    }
    report.metric("upload by tus, ratio to a plain POST", median(ratios), "", { min: 0.6 });
    const before = getResidentMb(server.pid);
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, getResidentMb(server.pid));
    }, 100);
    await Promise.all([1, 2, 3, 4].map(() => uploadByTus(server.baseUrl, cookie, block)));
    clearInterval(watch);
    report.metric("memory growth of four uploads at once", peak - before, "MB", { max: 100 });
  } finally {
    plain.close();
    await rm(folder, { recursive: true, force: true });
    await server.stop();
  }
}

async function uploadByTus(baseUrl: string, cookie: string, block: Buffer): Promise<void> {
  const headers = { Cookie: cookie, Origin: baseUrl };
  const body = { title: "Bench", files: [{ path: "bench.mp3", bytes: uploadBytes }] };
  const created = await fetch(`${baseUrl}/api/upload-sets`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { ...headers, "Content-Type": "application/json" },
  });
  if (!created.ok) throw new Error(`upload refused: ${created.status} ${await created.text()}`);
  const set = (await created.json()) as UploadSet;
  const url = `${baseUrl}/api/uploads/${set.files[0]?.id}`;
  for (let offset = 0; offset < uploadBytes; offset += block.length) {
    const sent = await fetch(url, {
      method: "PATCH",
      body: new Uint8Array(block),
      headers: {
        ...headers,
        "Tus-Resumable": "1.0.0",
        "Upload-Offset": String(offset),
        "Content-Type": "application/offset+octet-stream",
      },
    });
    if (sent.status !== 204) throw new Error(`chunk refused: ${sent.status} ${await sent.text()}`);
  }
  await fetch(`${baseUrl}/api/upload-sets/${set.id}`, { method: "DELETE", headers });
}

async function uploadPlain(url: string, block: Buffer): Promise<void> {
  for (let offset = 0; offset < uploadBytes; offset += block.length) {
    await (await fetch(url, { method: "POST", body: new Uint8Array(block) })).text();
  }
}
