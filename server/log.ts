import path from "node:path";
import { destination, type Logger, pino } from "pino";
import type { Environment } from "./env.ts";
import { describeError } from "./log-error.ts";

/**
 * JSON lines: to stderr for a service manager, or to `DATA_DIR/maktaba.log` where stderr is somebody's terminal,
 * which is theirs to read.
 */
export function openLog(level: Environment["LOG_LEVEL"], dataDir: string): Logger {
  const target = process.stderr.isTTY ? path.join(dataDir, "maktaba.log") : 2;
  return pino(
    { level, serializers: { err: describeError } },
    destination({ dest: target, sync: true, append: true, mode: 0o600 }),
  );
}
