import { pino } from "pino";
import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { startWorker } from "#server/jobs/worker.ts";
import type { Services } from "#server/services.ts";

/** A worker in a process of its own, which a test may kill while it is at a job that does not end: `<database url>`. */
const [url = ""] = process.argv.slice(2);
const held = defineJob({
  name: "test.held",
  payload: z.strictObject({}),
  run: async () => {
    process.stdout.write("begun\n");
    await new Promise(() => {});
  },
});

await startWorker({ log: pino({ level: "silent" }) } as Services, url, [held]);
