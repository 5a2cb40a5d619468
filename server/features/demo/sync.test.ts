import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sentenceId } from "#shared/reader/sentences.ts";
import { defaultLimits } from "#server/epub/limits.ts";
import { readEpub } from "#server/epub/read-epub.ts";
import { buildDemoLibrary } from "./build-demo-library.ts";

test("each recording of the demo library speaks the very sentences that readers see", async () => {
  const { folder } = await buildDemoLibrary(new Date("2026-03-01T12:00:00Z"));
  const aligned = readdirSync(folder).filter((slug) => existsSync(path.join(folder, slug, "sync.json")));

  for (const slug of aligned) {
    const { spine } = await readEpub(path.join(folder, slug, `${slug}.epub`), defaultLimits);
    const { chapters } = JSON.parse(readFileSync(path.join(folder, slug, "sync.json"), "utf8"));
    const spoken = chapters.flatMap(({ sentences }: { sentences: [string][] }) =>
      sentences.map(([id]) => id),
    );
    const seen = spine.flatMap(({ index, sentenceCount }) =>
      Array.from({ length: sentenceCount }, (_, number) => sentenceId(index, number)),
    );
    expect({ slug, spoken }).toEqual({ slug, spoken: seen });
  }

  expect(aligned.length).toBeGreaterThanOrEqual(2);
  rmSync(folder, { recursive: true });
});
