import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Painter, Painting, ShellFacts } from "#shared/routes/painting.ts";
import type { Services } from "#server/services.ts";

/** Draws a page as the client will; null where that is left to the client. */
export type Paint = (path: string, facts: ShellFacts) => Promise<Painting | null>;

/** So many different pages are kept: what stands in them is part of what they are kept by, so that none grows old. */
const maxStored = 100;

/**
 * Draws pages with the painter that was built with the client. It is loaded for the first page, so that a process
 * without visitors does without; where none was built, or it fails, the client draws alone.
 *
 * @param folder where the build put it.
 */
export function paintWith(folder: string, log: Services["log"]): Paint {
  const file = path.join(folder, "painter.js");
  if (!existsSync(file)) return async () => null;
  const kept = new Map<string, Painting>();
  let painter: Promise<Painter> | undefined;
  return async (address, facts) => {
    const key = keyOf(address, facts);
    const known = kept.get(key);
    try {
      painter ??= loadPainter(file);
      const painting = known ?? (await (await painter).paint(address, facts));
      keep(kept, key, painting);
      return painting;
    } catch (error) {
      log.error({ err: error, path: address }, "a page could not be drawn");
      return null;
    }
  };
}

async function loadPainter(file: string): Promise<Painter> {
  const { createRenderer } = (await import(pathToFileURL(file).href)) as {
    createRenderer: () => Promise<Painter>;
  };
  return createRenderer();
}

const keyOf = (address: string, facts: ShellFacts) =>
  createHash("sha256")
    .update(JSON.stringify([address, facts]))
    .digest("base64url");

/** The ones that were asked for last stay. */
function keep(kept: Map<string, Painting>, key: string, painting: Painting): void {
  kept.delete(key);
  kept.set(key, painting);
  const [oldest] = kept.keys();
  if (kept.size > maxStored && oldest !== undefined) kept.delete(oldest);
}
