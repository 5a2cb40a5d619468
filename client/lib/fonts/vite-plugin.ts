import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";
import { compress, decompress } from "wawoff2";
import { hideTashkeel } from "./hide-tashkeel.ts";

const query = "?without-tashkeel";
const cache = path.resolve(import.meta.dirname, "../../../.cache/fonts");

/** `import { url } from "font.woff2?without-tashkeel"`: the URL of the font with invisible tashkeel. */
export function fontsWithoutTashkeel(): Plugin {
  return {
    name: "fonts-without-tashkeel",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(query)) return null;
      const file = await deriveFont(id.slice(0, -query.length));
      return `export { default as url } from ${JSON.stringify(`${file}?url`)};`;
    },
  };
}

let latest: Promise<unknown> = Promise.resolve();

/** wawoff2 returns a view of its memory, which its next call overwrites: one font at a time. */
function deriveFont(source: string): Promise<string> {
  const derived = latest.then(() => deriveNow(source));
  latest = derived.catch(() => {});
  return derived;
}

/** @returns the path of the derived font */
async function deriveNow(source: string): Promise<string> {
  const code = ["hide-tashkeel.ts", "vite-plugin.ts"].map((name) => path.join(import.meta.dirname, name));
  const [font, ...scripts] = await Promise.all([source, ...code].map((name) => readFile(name)));
  if (!font) throw new Error(`No font: ${source}`);
  const hash = [font, ...scripts].reduce((sum, content) => sum.update(content), createHash("sha256"));
  const name = path.basename(source).replace(/\.woff2$/, "-plain.woff2");
  const file = path.join(cache, hash.digest("hex").slice(0, 12), name);
  if (existsSync(file)) return file;
  await mkdir(path.dirname(file), { recursive: true });
  const plain = hideTashkeel(Buffer.from(await decompress(font)));
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, Buffer.from(await compress(plain)));
  await rename(draft, file);
  return file;
}
