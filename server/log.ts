import path from "node:path";
import { destination, type Logger, pino } from "pino";
import type { Environment } from "./env.ts";
import { describeError } from "./log-error.ts";

/** JSON lines on stderr, or in `DATA_DIR/maktaba.log` when stderr is a terminal. */
export function openLog(level: Environment["LOG_LEVEL"], dataDir: string): Logger {
  const target = process.stderr.isTTY ? path.join(dataDir, "maktaba.log") : 2;
  return pino(
    { level, serializers: { err: describeError } },
    destination({ dest: target, sync: true, append: true, mode: 0o600 }),
  );
}
