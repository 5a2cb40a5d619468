// Pages that were opened before a build still ask for the assets of their own.
import { existsSync } from "node:fs";
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const keptForMs = 35 * 24 * 3600 * 1000;

/**
 * Brings an earlier build's assets along into the new one's folder, each for 35 days from the build that did without it.
 * `notes` is a file that remembers since when.
 */
export async function keepRetiredAssets(old, fresh, notes, now = Date.now()) {
  if (!existsSync(old)) return;
  const retired = existsSync(notes) ? JSON.parse(await readFile(notes, "utf8")) : {};
  const current = new Set(await readdir(fresh));
  const kept = {};
  for (const name of await readdir(old)) {
    const since = retired[name] ?? now;
    if (current.has(name) || now - since > keptForMs) continue;
    kept[name] = since;
    await copyFile(path.join(old, name), path.join(fresh, name));
  }
  await writeFile(notes, `${JSON.stringify(kept, null, 1)}\n`);
}
