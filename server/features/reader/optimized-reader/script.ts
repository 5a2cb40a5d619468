import { idleTimeoutMs, minSessionMs } from "#shared/reading-activity/session.ts";
import { getInlineSource } from "./inline-source.ts";
import { createClock } from "./page-script/clock.ts";
import { createId } from "./page-script/create-id.ts";
import { createOutbox } from "./page-script/outbox.ts";
import { createPageText } from "./page-script/page-text.ts";
import { createPositionReports } from "./page-script/position.ts";
import { createReadingTime } from "./page-script/reading-time.ts";
import { run } from "./page-script/run.ts";
import { createSession } from "./page-script/session.ts";
import { type Parts, start } from "./page-script/start.ts";

const parts: Parts = {
  createClock,
  createId,
  createOutbox,
  createPageText,
  createPositionReports,
  createReadingTime,
  createSession,
  run,
};

/** The page gets the text of these functions, so each uses nothing outside of itself. */
const sources = Object.entries(parts).map(([name, part]) => `${name}:${part}`);
const limits = JSON.stringify({ idleTimeoutMs, minSessionMs });

/** The script of signed-in readers, without indentation. */
export const optimizedScript = `(${start})({${sources}},${limits});`.replace(/\n\s*/g, "\n");

export const optimizedScriptSource = getInlineSource(optimizedScript);
