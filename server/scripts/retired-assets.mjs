// Pages opened before a build still request its assets.
import { existsSync } from "node:fs";
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const retentionMs = 35 * 24 * 3600 * 1000;

/** Copies the previous build's assets into the new one for 35 days. `notes` stores since when each is retired. */
export async function keepRetiredAssets(old, fresh, notes, now = Date.now()) {
  if (!existsSync(old)) return;
  const retired = existsSync(notes) ? JSON.parse(await readFile(notes, "utf8")) : {};
  const current = new Set(await readdir(fresh));
  const kept = {};
  for (const name of await readdir(old)) {
    const since = retired[name] ?? now;
    if (current.has(name) || now - since > retentionMs) continue;
    kept[name] = since;
    await copyFile(path.join(old, name), path.join(fresh, name));
  }
  await writeFile(notes, `${JSON.stringify(kept, null, 1)}\n`);
}
