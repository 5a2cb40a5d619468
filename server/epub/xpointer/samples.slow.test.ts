import { describe, expect, test } from "vitest";
import { defaultLimits } from "#shared/epub/limits.ts";
import { getBookFiles } from "#shared/epub/package/book-files.ts";
import { xhtmlType } from "#shared/epub/package/media-types.ts";
import { readPackage } from "#shared/epub/package/read-opf.ts";
import { getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { readTexts } from "#shared/epub/text/read-texts.ts";
import { openArchive } from "#server/epub/zip/archive.ts";
import { findSample } from "#server/testing/books/import-sample.ts";
import { locateInPage } from "./locate-in-page.ts";
import { parseXPointer } from "./xpointer.ts";

const samples = [
  "real/pg_christmas-carol.epub",
  "real/pg_golden-harpoon.epub",
  "real/se_arthur-conan-doyle_the-adventures-of-sherlock-holmes.epub",
  "real/se_kahlil-gibran_the-prophet.epub",
  "real/se_omar-khayyam_the-rubaiyat-of-omar-khayyam.epub",
  "real/deb_ubuntu-packaging-guide-ru.epub",
  "arabic/quran_juz30_ar.epub",
  "samples/idpf_regime-anticancer-arabic.epub",
  "samples/idpf_kusamakura-preview.epub",
  "samples/readium_alice3.epub",
  "samples/idpf_wasteland-otf.epub",
  "samples/idpf_hefty-water.epub",
];

/** At most so many of a document, evenly spread. */
const maxPerDocument = 12;

/** Sentences whose XPointer leads elsewhere, and how many were tried. */
async function tryBook(file: string) {
  const archive = await openArchive(file, defaultLimits);
  const book = await readPackage(archive, defaultLimits);
  const files = getBookFiles(archive, book);
  const texts = await readTexts(archive, book, getFileIndex(files), defaultLimits);
  const wrong: unknown[] = [];
  let tried = 0;
  for (const [index, { source, mediaType }] of book.spine.entries()) {
    const entry = archive.entries.get(source);
    if (!entry || mediaType !== xhtmlType) continue;
    const content = await archive.read(entry, defaultLimits.document);
    const count = texts[index]?.sentences.length ?? 0;
    const step = Math.max(1, Math.floor(count / maxPerDocument));
    for (let sentence = 0; sentence < count; sentence += step) {
      tried++;
      const page = { content, path: source, files };
      const xpointer = locateInPage({ ...page, find: { type: "xpointer", sentence, fragment: index + 1 } });
      const pointer = parseXPointer(String(xpointer));
      const found = pointer && locateInPage({ ...page, find: { type: "sentence", pointer } });
      if (found !== sentence || pointer?.fragment !== index + 1)
        wrong.push([source, sentence, xpointer, found]);
    }
  }
  archive.close();
  return { wrong, tried };
}

describe("the XPointer of a sentence leads back to it", () => {
  test.for(samples)("%s", { timeout: 120_000 }, async (name, { skip }) => {
    const sample = findSample(`epub/${name}`);
    if (sample === null) return skip("the sample files are missing");
    const { wrong, tried } = await tryBook(sample);

    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(10);
  });
});
