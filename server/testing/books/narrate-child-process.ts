import { pino } from "pino";
import { createServices } from "#server/create-services.ts";
import { parseEnvironment } from "#server/env.ts";
import { narrateBooks } from "#server/features/ai-narration/jobs.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { toSettings } from "#server/settings.ts";

/** A narration worker in a child process that tests can kill: `<database url> <data folder>`. */
const [url = "", dataDir = ""] = process.argv.slice(2);
const settings = toSettings(parseEnvironment({ ...process.env, DATA_DIR: dataDir }));
const { services } = await createServices(settings, url, pino({ level: "silent" }));

await startWorker(services, url, [narrateBooks]);
