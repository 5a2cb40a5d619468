import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { toCanonicalLanguage } from "#shared/books/language.ts";
import { defaultLimits } from "#shared/epub/limits.ts";
import type { TocItem } from "#shared/reader/contract.ts";
import { makeEpub } from "#server/testing/books/epub-files.ts";
import { samplesFolder } from "#server/testing/books/samples.ts";
import { type ParsedEpub, readEpub } from "./read-epub.ts";
import { readEpubInWorker } from "./workers.ts";

interface Row {
  readonly file: string;
  readonly outcome: string;
  readonly details: string;
}

const manifest = path.join(samplesFolder, "MANIFEST.tsv");
const isPresent = existsSync(manifest);
if (!isPresent) test.skip(`the shared samples are not at ${samplesFolder}: nothing was tested`, () => {});

const rows: Row[] = isPresent
  ? readFileSync(manifest, "utf8")
      .split("\n")
      .map((line) => line.split("\t"))
      .filter(([file = ""]) => /^epub\/.*\.epub$/.test(file))
      .map((columns) => {
        const [outcome = "", ...details] = (columns[6] ?? "").split(" | ");
        return { file: columns[0] ?? "", outcome, details: details.join(" | ") };
      })
  : [];
const mustOpen = /^(?:OPEN|OPEN_PARTIAL|OPEN_SANITISED|W3C_\w+)$/;

async function attempt(file: string): Promise<ParsedEpub | { rejection: string }> {
  return readEpub(path.join(samplesFolder, file), defaultLimits).catch((error) => {
    if (error.code !== "unprocessable_file") throw error;
    return { rejection: error.message };
  });
}

describe.runIf(isPresent)("each shared sample has the expected result", () => {
  test.each(rows.filter(({ outcome }) => mustOpen.test(outcome)))(
    "$file opens",
    async ({ file, details }) => {
      const reading = await readEpub(path.join(samplesFolder, file), defaultLimits);

      expect(describeReading(reading, details)).toEqual(parseDetails(details));
      expect(reading.spine.some(({ isMissing }) => !isMissing)).toBe(true);
    },
  );

  test.each(rows.filter(({ outcome }) => outcome === "REFUSE"))(
    "$file is refused",
    async ({ file, details }) => {
      const rejection = await attempt(file);
      const quoted = /"([^"]+)"/.exec(details)?.[1] ?? "";
      const words = quoted.replace("damaged file", "damaged").replace(" error", "");

      expect(rejection).toEqual({
        rejection: expect.stringMatching(new RegExp(words.replace(/[()]/g, "\\$&"), "i")),
      });
    },
  );

  test.each(rows.filter(({ outcome }) => !mustOpen.test(outcome) && outcome !== "REFUSE"))(
    "$file opens or is refused with a reason ($outcome)",
    async ({ file }) => {
      const result = await attempt(file);

      if ("rejection" in result) expect(result.rejection).toMatch(/^This .{20,}\.$|^None .{20,}\.$/);
      else {
        expect(result.spine.length).toBeGreaterThan(0);
        expect(`${result.metadata.title} ${result.metadata.description}`).not.toMatch(/root:|lol|<|&\w+;/);
      }
    },
  );
});

function parseDetails(details: string) {
  const findDetail = (pattern: RegExp) => pattern.exec(details)?.[1];
  const title = findDetail(/; title "(.*?)"; /);
  const language = findDetail(/; lang ([\w-]+)/);
  const coverDetail = findDetail(/; cover ([^;]+)/);
  return {
    ...(title !== undefined && { title: collapse(title) }),
    ...(findDetail(/; creator "(.*?)"; /) && { creator: findDetail(/; creator "(.*?)"; /) }),
    ...(language && { language: toCanonicalLanguage(language) }),
    ...(/page-progression=rtl|; dir rtl/.test(details) && { direction: "rtl" }),
    ...(findDetail(/spine (\d+)/) && { spine: Number(findDetail(/spine (\d+)/)) }),
    ...(findDetail(/TOC (?:entries )?(\d+)/) && { toc: Number(findDetail(/TOC (?:entries )?(\d+)/)) }),
    ...(findDetail(/first TOC "(.*?)(?:\.\.\.)?"/) && {
      firstOfToc: findDetail(/first TOC "(.*?)(?:\.\.\.)?"/),
    }),
    ...(findDetail(/~(\d+) words/) && { areWordCountsCorrect: true }),
    ...(coverDetail &&
      coverDetail !== "none declared" &&
      !coverDetail.startsWith("is") && { hasCover: true }),
    ...(/layout pre-paginated/.test(details) && { layout: "pre-paginated" }),
    ...(/media overlays on|overlays \d/.test(details) && { hasMediaOverlays: true }),
  };
}

/** The same details of the imported book. */
function describeReading(reading: ParsedEpub, details: string) {
  const expected = parseDetails(details);
  const words = Number(/~(\d+) words/.exec(details)?.[1]);
  const links = flatten(reading.toc).filter(({ href, children }) => href !== "" || children.length === 0);
  const all = {
    title: reading.metadata.title,
    creator: reading.metadata.contributors.find(({ role }) => role === "author")?.name,
    language: reading.metadata.language,
    direction: reading.direction,
    spine: reading.spine.length,
    toc: links.length,
    firstOfToc: links[0]?.label.slice(0, expected.firstOfToc?.length),
    areWordCountsCorrect: Math.abs(reading.wordCount - words) <= Math.max(10, words * 0.02),
    hasCover: reading.cover !== null,
    layout: reading.layout,
    hasMediaOverlays: reading.hasMediaOverlays,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in expected));
}

const flatten = (items: readonly TocItem[]): TocItem[] =>
  items.flatMap((item) => [item, ...flatten(item.children)]);
const collapse = (text: string) => text.replace(/\s+/g, " ").trim();

describe.runIf(isPresent)("of the shared samples", () => {
  test("each verse of surah 112 is one sentence, found without vowel marks", async () => {
    const reading = await readEpub(
      path.join(samplesFolder, "epub/arabic/quran_juz30_ar.epub"),
      defaultLimits,
    );
    const surah = reading.texts.find(({ text }) => text.startsWith("سورة الإخلاص"));

    expect(surah?.text.split("\n")).toHaveLength(5);
    expect(surah?.normalizedText.split("\n")[1]).toContain("قل هو الله احد");
  });

  test("a package document in an unusual folder is found", async () => {
    const reading = await readEpub(
      path.join(samplesFolder, "epub/w3c-tests/ocf-package_arbitrary.epub"),
      defaultLimits,
    );

    expect(reading.texts[0]?.text).toMatch(/pass/i);
  });

  test("a right-to-left title begins with a direction mark", async () => {
    const reading = await readEpub(
      path.join(samplesFolder, "epub/w3c-tests/pkg-dir_rtl-root-ltr.epub"),
      defaultLimits,
    );

    expect(reading.metadata.title).toBe("\u200FCSS: הרפתקה חדשה!");
  });

  test("missing parts are named, the rest is read", async () => {
    const reading = await readEpub(
      path.join(samplesFolder, "epub/hostile/spine-missing-file.epub"),
      defaultLimits,
    );

    expect(reading.spine.map(({ isMissing }) => isMissing)).toEqual([false, true, true, false]);
    expect(reading.warnings).toContainEqual({
      code: "epub_part_missing",
      path: expect.stringContaining("c2.xhtml"),
    });
  });

  test("reading all uses little memory", { timeout: 120_000 }, async () => {
    await readEpubInWorker(await makeEpub(), defaultLimits);
    const before = process.memoryUsage.rss();
    let max = before;
    for (const { file } of rows) {
      await readEpubInWorker(path.join(samplesFolder, file), defaultLimits).catch(() => {});
      max = Math.max(max, process.memoryUsage.rss());
    }

    expect((max - before) / 1e6).toBeLessThan(300);
  });
});

const uploads = path.resolve(samplesFolder, "../tools/security/uploads.mjs");

interface Fixture {
  readonly name: string;
  readonly expect: "accept" | "accept-safely" | "reject" | "any";
  readonly why: string;
  readonly make: () => Buffer;
}

describe.runIf(existsSync(uploads))("each hostile upload of the security tools", async () => {
  const { fixtures } = existsSync(uploads)
    ? await import(pathToFileURL(uploads).href)
    : { fixtures: () => [] };
  const epubs: Fixture[] = fixtures({ bombMB: 120 }).filter(({ name }: Fixture) => name.endsWith(".epub"));

  test.each(epubs)("$name: $expect ($why)", async ({ expect: expected, make }) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "maktaba-upload-")), "book.epub");
    writeFileSync(file, make());

    const result = await readEpub(file, defaultLimits).catch((error) => error);

    if (result instanceof Error) expect(result).toMatchObject({ code: "unprocessable_file" });
    if (expected === "accept") expect(result).not.toBeInstanceOf(Error);
    if (expected === "reject") expect(result).toBeInstanceOf(Error);
    expect(JSON.stringify(result)).not.toMatch(/root:[x*]:0:0/);
  });
});
