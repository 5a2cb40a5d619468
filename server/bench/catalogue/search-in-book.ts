import path from "node:path";
import type { Bench } from "#server/bench/core/bench.ts";
import { getText, median, size, timeEach } from "#server/bench/core/load.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { Vocabulary } from "./random-words.ts";

const title = "Searching 500 pages";
const wordsPerPage = 275;
const pages = size(500, 50);
const chapters = 25;
const searches = size(40, 5);
/** A word and a phrase that are in 200 sentences. */
const hits = 200;

/** Searches with 200 hits in a book of 500 pages. */
export async function searchInBook(bench: Bench): Promise<void> {
  const file = path.join(bench.makeFolder(), "pages.epub");
  await writeSmallEpub(file, { title, chapters: makeChapters() });
  await bench.importFolder(path.dirname(file));
  const [book] = await bench.sql(`select id from books where title = '${title}'`);
  const { baseUrl } = await bench.startServer();
  const { cookie } = await bench.signIn();
  const request = (query: string) =>
    getText(`${baseUrl}/api/books/${book?.["id"]}/ebook/search?${query}`, cookie);

  for (const [name, search] of [
    ["a word", "search=wellspring"],
    ["a phrase", `search=${encodeURIComponent('"wellspring garden"')}`],
    ["two words within 5", "search=garden%20wellspring&near=5&wholeWords=true&exclude=nothing"],
  ] as const) {
    await timeEach([search, search, search], request);
    const found = JSON.parse(await request(search)).hits.length;
    if (found !== hits) throw new Error(`${search}: ${found} hits instead of ${hits}`);
    const times = await timeEach(Array<string>(searches).fill(search), request);
    bench.figures([`${name}, ${hits} hits in a book of 500 pages`, median(times), "ms", "≤ 300"]);
  }
}

/** Chapters of sentences of ten words, of which 200 have a known phrase. */
function makeChapters(): string[] {
  const vocabulary = new Vocabulary("latin", 12_000, 7);
  const sentences = (pages * wordsPerPage) / 10;
  const every = Math.floor(sentences / hits);
  const texts = Array.from({ length: sentences }, (_, n) => {
    const words = Array.from({ length: 8 }, () => vocabulary.draw()).join(" ");
    return `The ${words} ${n % every === 0 && n < every * hits ? "wellspring garden" : "and more"}.`;
  });
  const perChapter = Math.ceil(sentences / chapters);
  return Array.from({ length: chapters }, (_, chapter) =>
    texts
      .slice(chapter * perChapter, (chapter + 1) * perChapter)
      .map((text) => `<p>${text}</p>`)
      .join(""),
  );
}
