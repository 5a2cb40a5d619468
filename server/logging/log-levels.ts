const levels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof levels)[number];

/** Parts of the server whose level can differ; `jobs` covers all that a job does. */
export const logAreas = ["http", "auth", "jobs", "database", "events", "push"] as const;
export type LogArea = (typeof logAreas)[number];

export interface LogLevels {
  readonly default: LogLevel;
  readonly areas: Readonly<Partial<Record<LogArea, LogLevel>>>;
}

/** @returns null for a text that is not like `info` or `info,http=warn,jobs=debug` */
export function parseLogLevels(text: string): LogLevels | null {
  const [first = "", ...others] = text.split(",").map((part) => part.trim());
  const areas = others.map((part) => part.split("="));
  const areValid = areas.every(
    ([area, level, ...more]) => isOneOf(logAreas, area) && isOneOf(levels, level) && more.length === 0,
  );
  const areUnique = new Set(areas.map(([area]) => area)).size === areas.length;
  if (!isOneOf(levels, first) || !areValid || !areUnique) return null;
  return { default: first, areas: Object.fromEntries(areas) };
}

export const logLevelsProblem = `LOG_LEVEL: must be a level (${levels.join(", ")}), which levels of areas (${logAreas.join(", ")}) may follow, such as info,http=warn,jobs=debug`;

const isOneOf = <Value extends string>(values: readonly Value[], text = ""): text is Value =>
  values.some((value) => value === text);
