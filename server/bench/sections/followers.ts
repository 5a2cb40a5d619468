import { setTimeout as sleep } from "node:timers/promises";
import type { BookId } from "#shared/books/book.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { measureBusy, size, waitUntil } from "#server/bench/core/load.ts";
import { notifyBookFollowers } from "#server/features/follows/jobs.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";

const counts = [size(10_000, 500), size(100_000, 2_000)] as const;
const workerStartMs = 8_000;
const followersOfFault = size(20_000, 2_000);
const kills = 2;
const timeoutMs = 120_000;
/** For a further notification, which would be one too many. */
const settleMs = 3_000;

/** A worker announces a book to its author's followers, while readers load the catalogue. */
export async function followers(bench: Bench): Promise<void> {
  const { baseUrl } = await bench.startServer();
  bench.launchWorker();
  await sleep(workerStartMs);
  const seconds: number[] = [];
  for (const count of counts) {
    const name = count.toLocaleString("en");
    bench.step(`${name} followers`);
    const bookId = await addFollowers(bench, count);
    const notify = async () => {
      await bench.services.jobs.add(notifyBookFollowers, { bookId });
      while ((await countNotified(bench, bookId)) < count) await sleep(400);
    };
    const { ms, ratio } = await measureBusy(`${baseUrl}/api/books?limit=20`, notify, 10);
    seconds.push(ms / 1_000);
    bench.figures([`catalogue p95 while ${name} are notified, ratio to quiet`, ratio, "", "≤ 1.2"]);
  }
  const [few = 0, many = 0] = seconds;
  bench.figures(
    ["10,000 followers notified", few, "s", "≤ 10"],
    ["100,000 followers, ratio to 10,000", many / few, "", "≤ 11"],
  );
}

/** The announcement of a book runs again after its worker was killed. */
export async function repeatJob(bench: Bench): Promise<void> {
  const bookId = await addFollowers(bench, followersOfFault);
  for (let n = 0; n <= kills; n++) {
    const worker = bench.launchWorker();
    await bench.services.jobs.add(notifyBookFollowers, { bookId });
    const isLast = n === kills;
    const goal = isLast ? followersOfFault : (await countNotified(bench, bookId)) + 1;
    await waitUntil(
      async () => (await countNotified(bench, bookId)) >= Math.min(goal, followersOfFault),
      timeoutMs,
    );
    if (isLast) await sleep(settleMs);
    await worker.stop(isLast ? "SIGTERM" : "SIGKILL");
  }
  const readers = await bench.count(
    `(select distinct user_id from notifications where subject = 'book:${bookId}') as readers`,
  );
  const duplicates = (await countNotified(bench, bookId)) - readers;
  bench.figures(
    ["readers not notified, with a worker killed twice", followersOfFault - readers, "", "≤ 0"],
    ["duplicate notifications", duplicates, "", "≤ 0"],
  );
}

/** Adds a book whose author has new followers. @returns its id */
async function addFollowers(bench: Bench, count: number): Promise<BookId> {
  const book = { title: `Followed by ${count}`, authors: [`Author ${count}`] };
  const { id } = await createPublishedBook(bench.services, book);
  const author = await bench.get("select contributor_id from book_contributors where book_id = $1", [id]);
  await bench.sql(
    `with made as (
       insert into users (first_name, last_name, username, email, created_at)
       select 'Follower', n::text, 'f${count}-' || n, 'f${count}-' || n || '@example.org', now()
       from generate_series(1, ${count}) n returning id)
     insert into follows (user_id, kind, subject_id, created_at) select id, 'contributor', '${author}', now() from made;
     analyze`,
  );
  return id;
}

const countNotified = (bench: Bench, bookId: string) =>
  bench.count(`notifications where subject = 'book:${bookId}'`);
