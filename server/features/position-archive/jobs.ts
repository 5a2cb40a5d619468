import * as z from "zod/mini";
import { compactPartitions } from "#server/db/partitions.ts";
import { withLongTimeout } from "#server/db/with-long-timeout.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { archiveBatch } from "./service.ts";

const prefixes = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, "0"));

export const archivePositions = defineJob({
  name: "positions.archive",
  queue: "later",
  payload: z.object({}),
  every: "13 4 2 1,4,7,10 *",
  ownSlots: 1,
  async run({ db, storage, clock, settings: { archivePositionsMonths } }) {
    if (archivePositionsMonths === null) return;
    const now = clock();
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - archivePositionsMonths, 1));
    let moved = 0;
    for (const prefix of prefixes) {
      const archive = () => withLongTimeout(db, (tx) => archiveBatch(tx, storage, { before, prefix }, now));
      for (let count = await archive(); count > 0; count = await archive()) moved += count;
    }
    if (moved > 0) await compactPartitions(db, "position_events", before);
  },
});
