import { pino } from "pino";
import { openServices } from "#server/create-services.ts";
import { readEnvironment } from "#server/env.ts";
import { narrateBooks } from "#server/features/ai-narration/jobs.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { toSettings } from "#server/settings.ts";

/** A worker that narrates books, in a process of its own, which a test may kill: `<database url> <data folder>`. */
const [url = "", dataDir = ""] = process.argv.slice(2);
const settings = toSettings(readEnvironment({ ...process.env, DATA_DIR: dataDir }));
const { services } = await openServices(settings, url, pino({ level: "silent" }));

await startWorker(services, url, [narrateBooks]);
