import type { createClock } from "./clock.ts";
import type { createId } from "./create-id.ts";
import type { createOutbox } from "./outbox.ts";
import type { createPageText } from "./page-text.ts";
import type { createPositionReports } from "./position.ts";
import type { createReadingTime } from "./reading-time.ts";
import type { run } from "./run.ts";
import type { createSession, Limits } from "./session.ts";

/** The functions of the script. */
export interface Parts {
  readonly createClock: typeof createClock;
  readonly createId: typeof createId;
  readonly createOutbox: typeof createOutbox;
  readonly createPageText: typeof createPageText;
  readonly createPositionReports: typeof createPositionReports;
  readonly createReadingTime: typeof createReadingTime;
  readonly createSession: typeof createSession;
  readonly run: typeof run;
}

export function start(parts: Parts, limits: Limits): void {
  const now = parts.createClock();
  const text = parts.createPageText();
  const outbox = parts.createOutbox(now);
  const session = parts.createSession(outbox, parts.createId, limits);
  const time = parts.createReadingTime(text, session, now, limits);
  parts.run(text, outbox, parts.createPositionReports(text, outbox, parts.createId, now), time);
}
