// Pages opened before a build still request its assets.
import { existsSync } from "node:fs";
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const retentionMs = 35 * 24 * 3600 * 1000;

/** Copies the previous build's assets into the new one for 35 days. `retiredFile` stores since when each is retired. */
export async function keepRetiredAssets(previousDir, newDir, retiredFile, now = Date.now()) {
  if (!existsSync(previousDir)) return;
  const retired = existsSync(retiredFile) ? JSON.parse(await readFile(retiredFile, "utf8")) : {};
  const current = new Set(await readdir(newDir));
  const kept = {};
  for (const name of await readdir(previousDir)) {
    const since = retired[name] ?? now;
    if (current.has(name) || now - since > retentionMs) continue;
    kept[name] = since;
    await copyFile(path.join(previousDir, name), path.join(newDir, name));
  }
  await writeFile(retiredFile, `${JSON.stringify(kept, null, 1)}\n`);
}
