import path from "node:path";
import { type DestinationStream, destination, type Logger, pino } from "pino";
import { getOperation } from "#server/tracing/operation.ts";
import { describeError } from "./log-error.ts";
import type { LogArea, LogLevels } from "./log-levels.ts";
import { recordError } from "./recent-errors.ts";

/** JSON lines on stderr, or in `DATA_DIR/maktaba.log` when stderr is a terminal. */
export function openLog(levels: LogLevels, dataDir: string): Logger {
  const target = process.stderr.isTTY ? path.join(dataDir, "maktaba.log") : 2;
  return createLog(levels, openDestination(target));
}

/** Kept while nothing can be written; further lines are dropped. */
const maxBufferedCharacters = 1_000_000;

/**
 * A stream that is written at once. A failure, such as a full disk, does not end the process.
 *
 * @param dest a file or its descriptor
 */
export function openDestination(dest: string | number): DestinationStream {
  const stream = destination({
    dest,
    sync: true,
    append: true,
    mode: 0o600,
    maxLength: maxBufferedCharacters,
  });
  stream.on("error", () => {});
  return stream;
}

/** Pino's number of "error". */
const errorLevel = 50;

const nothing = {};

/** Each line has the id of the request or the name of the job that it is written for. */
export function createLog(levels: LogLevels, stream: DestinationStream): Logger {
  const log = pino(
    {
      level: levels.default,
      serializers: { err: describeError },
      mixin: () => getOperation()?.logged ?? nothing,
      // Pino's own copies every line, also without an operation.
      mixinMergeStrategy: (line, logged) => (logged === nothing ? line : { ...logged, ...line }),
      hooks: {
        logMethod(line, write, level) {
          if (level >= errorLevel) recordError();
          write.apply(this, line);
        },
      },
    },
    stream,
  );
  parents.set(log, { log, levels, areas: new Map() });
  return log;
}

interface Parent {
  readonly log: Logger;
  readonly levels: LogLevels;
  readonly areas: Map<LogArea, Logger>;
}

/** By every logger of the process, the parent that it comes from. */
const parents = new WeakMap<Logger, Parent>();

/** The logger of an area, with its own level; a log that `createLog` did not make is returned as it is. */
export function getAreaLog(log: Logger, area: LogArea): Logger {
  const parent = parents.get(log);
  if (!parent) return log;
  const existing = parent.areas.get(area);
  if (existing) return existing;
  const { levels } = parent;
  const child = parent.log.child({ area }, { level: levels.areas[area] ?? levels.default });
  parents.set(child, parent);
  parent.areas.set(area, child);
  return child;
}
