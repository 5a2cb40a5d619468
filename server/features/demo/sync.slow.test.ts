import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { defaultLimits } from "#shared/epub/limits.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import { readEpub } from "#server/epub/read-epub.ts";
import { readQuranPackage } from "#server/quran-detection/quran-package.ts";
import { buildDemoLibrary } from "./build-demo-library.ts";
import { readQuran } from "./quran.ts";

test("each demo recording speaks the sentences of its text", async () => {
  const { folder } = await buildDemoLibrary(new Date("2026-03-01T12:00:00Z"));
  const aligned = readdirSync(folder).filter((slug) => existsSync(path.join(folder, slug, "sync.json")));

  for (const slug of aligned) {
    const { spine } = await readEpub(path.join(folder, slug, `${slug}.epub`), defaultLimits);
    const { chapters } = JSON.parse(readFileSync(path.join(folder, slug, "sync.json"), "utf8"));
    const spoken = chapters.flatMap(({ sentences }: { sentences: [string][] }) =>
      sentences.map(([id]) => id),
    );
    const [titlePage, ...chaptersOfText] = spine;
    expect(titlePage?.path).toMatch(/title\.xhtml$/);
    const sentenceIds = chaptersOfText.flatMap(({ index, sentenceCount }) =>
      Array.from({ length: sentenceCount }, (_, number) => getSentenceId(index, number)),
    );
    expect({ slug, spoken }).toEqual({ slug, spoken: sentenceIds });
  }

  expect(aligned.length).toBeGreaterThanOrEqual(2);
  rmSync(folder, { recursive: true });
});

test("the Qur'an is complete: every verse exact and in order, each a sentence, with contents by surah and juz", async () => {
  const quran = readQuran();
  const surahs = readQuranPackage();
  if (!quran || !surahs) return;
  expect(quran.chapters).toHaveLength(115);
  const verses = surahs.flatMap(({ verses }) => verses.map(({ text }) => text));
  expect(verses).toHaveLength(6236);
  const written = quran.chapters
    .flatMap(({ body }) => [...body.matchAll(/<p class="verse"[^>]*>(.*?) ﴿[٠-٩]+﴾ <\/p>/g)])
    .map(([, text]) => text);
  expect(written).toEqual(verses);
  expect(quran.chapters.filter(({ body }) => body.includes('class="basmala"'))).toHaveLength(112);
  const [surahContents, parts] = quran.contents ?? [];
  expect([surahContents?.entries.length, parts?.entries.length]).toEqual([114, 30]);
  for (const { href } of parts?.entries ?? []) {
    const [file = "", id = ""] = href.split("#");
    const chapter = quran.chapters.find(({ name }) => `${name}.xhtml` === file);
    expect(chapter?.body, href).toContain(`id="${id}"`);
  }
});
