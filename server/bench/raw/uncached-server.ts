import path from "node:path";
import { createServices } from "#server/create-services.ts";
import { parseEnvironment } from "#server/env.ts";
import { openLog } from "#server/logging/log.ts";
import { toSettings } from "#server/settings.ts";
import { listenUncached } from "./raw.ts";

const settings = toSettings(parseEnvironment());
const log = openLog({ default: "info", areas: {} }, path.resolve(settings.dataDir));
const { services } = await createServices(settings, process.env["DATABASE_URL"] ?? "", log);
process.stdout.write(`${await listenUncached(services)}\n`);
process.on("SIGTERM", () => process.exit(0));
