import { randomUUID } from "node:crypto";
import pg from "pg";
import { notifyBookFollowers } from "#server/features/follows/jobs.ts";
import { createFactories } from "#server/testing/factories.ts";
import { getBundle, launch } from "./bench-server.ts";
import { percentile, timed } from "./load.ts";
import type { Bench, BenchServer, Report, Section } from "./section.ts";

const counts = [10_000, 100_000] as const;
const quietRequests = 300;
const workerStartMs = 8_000;

/** A worker announces a book to its author's followers, while readers load the catalogue. */
export const followers: Section = {
  name: "followers",
  async run(report, bench) {
    const client = new pg.Client({ connectionString: bench.databaseUrl });
    await client.connect();
    const web = await bench.startServer({ DEMO: "off" });
    const worker = launch(getBundle("server/main.ts"), ["--only", "worker"], {
      DATA_DIR: bench.dataDir,
      DATABASE_URL: bench.databaseUrl,
      DEMO: "off",
      LOG_LEVEL: "error",
    });
    await new Promise((resolve) => setTimeout(resolve, workerStartMs));
    const quiet = percentile(await readCatalogue(web, (n) => n < quietRequests), 0.95);
    const seconds: number[] = [];
    for (const count of counts) {
      report.step(`${count.toLocaleString("en")} followers`);
      const bookId = await addFollowers(bench, client, count);
      let isDone = false;
      const reading = readCatalogue(web, () => !isDone);
      const ms = await timed(async () => {
        await bench.services.jobs.add(notifyBookFollowers, { bookId });
        while ((await countNotified(client, bookId)) < count)
          await new Promise((resolve) => setTimeout(resolve, 400));
      });
      isDone = true;
      seconds.push(ms / 1_000);
      reportBusy(report, count, percentile(await reading, 0.95) / quiet);
    }
    const [few = 0, many = 0] = seconds;
    report.metric("10,000 followers notified", few, "s", { max: 10 });
    report.metric("100,000 followers, ratio to 10,000", many / few, "", { max: 11 });
    worker.child.kill("SIGTERM");
    await Promise.all([web.stop(), worker.ended]);
    await client.end();
  },
};

function reportBusy(report: Report, count: number, ratio: number): void {
  const what = `catalogue p95 while ${count.toLocaleString("en")} are notified, ratio to quiet`;
  report.metric(what, ratio, "", { max: 1.2 });
}

/** Loads a page of the catalogue repeatedly. Returns the times in milliseconds. */
async function readCatalogue(
  { baseUrl }: BenchServer,
  shouldContinue: (n: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; shouldContinue(n); n++) {
    times.push(await timed(async () => (await fetch(`${baseUrl}/api/books?limit=20`)).arrayBuffer()));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return times;
}

export async function addFollowers({ services }: Pick<Bench, "services">, client: pg.Client, count: number) {
  const { id } = await createFactories(services).book({ title: `Followed by ${count}` });
  const contributor = randomUUID();
  await client.query("insert into contributors (id, name, normalized_name) values ($1, $2, $2)", [
    contributor,
    `author ${count}`,
  ]);
  await client.query(
    "insert into book_contributors (book_id, contributor_id, role, position) values ($1, $2, 'author', 9)",
    [id, contributor],
  );
  await client.query(
    `with made as (
       insert into users (first_name, last_name, username, email, created_at)
       select 'Follower', n::text, 'f' || $2::text || '-' || n, 'f' || $2::text || '-' || n || '@example.org', now()
       from generate_series(1, $2::int) n returning id)
     insert into follows (user_id, kind, subject_id, created_at) select id, 'contributor', $1, now() from made`,
    [contributor, count],
  );
  await client.query("analyze");
  return id;
}

async function countNotified(client: pg.Client, bookId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from notifications where subject = $1",
    [`book:${bookId}`],
  );
  return rows[0]?.n ?? 0;
}
