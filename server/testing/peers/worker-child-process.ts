import { pino } from "pino";
import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { startWorker } from "#server/jobs/worker.ts";
import type { Services } from "#server/services.ts";

/** A worker in a child process that tests can kill during an endless job: `<database url>`. */
const [url = ""] = process.argv.slice(2);
const holdJob = defineJob({
  name: "test.held",
  queue: "soon",
  payload: z.strictObject({}),
  run: async () => {
    process.stdout.write("begun\n");
    await new Promise(() => {});
  },
});

await startWorker({ log: pino({ level: "silent" }) } as Services, url, [holdJob]);
