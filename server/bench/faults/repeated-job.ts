import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "#server/bench/core/bench.ts";
import { size, waitUntil } from "#server/bench/core/load.ts";
import { addFollowers, countNotified } from "#server/bench/sections/followers.ts";
import { notifyBookFollowers } from "#server/features/follows/jobs.ts";

const followers = size(20_000, 2_000);
const kills = 2;
const timeoutMs = 120_000;
/** For a further notification, which would be one too many. */
const settleMs = 3_000;

/** The announcement of a book runs again after its worker was killed. */
export async function repeatJob(bench: Bench): Promise<void> {
  const bookId = await addFollowers(bench, followers);
  for (let n = 0; n <= kills; n++) {
    const worker = bench.launchProgram("main", ["--only", "worker"], { LOG_LEVEL: "error" });
    await bench.services.jobs.add(notifyBookFollowers, { bookId });
    const before = await countNotified(bench, bookId);
    const isLast = n === kills;
    await waitUntil(async () => {
      const notified = await countNotified(bench, bookId);
      return notified >= followers || (!isLast && notified > before);
    }, timeoutMs);
    if (isLast) await sleep(settleMs);
    await worker.stop(isLast ? "SIGTERM" : "SIGKILL");
  }
  const readers = await bench.count(
    `(select distinct user_id from notifications where subject = 'book:${bookId}') as readers`,
  );
  const duplicates = (await countNotified(bench, bookId)) - readers;
  bench.figures(
    ["readers not notified, with a worker killed twice", followers - readers, "", "≤ 0"],
    ["duplicate notifications", duplicates, "", "≤ 0"],
  );
}
