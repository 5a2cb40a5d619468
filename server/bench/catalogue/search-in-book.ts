import { randomUUID } from "node:crypto";
import type { Bench } from "#server/bench/core/bench.ts";
import { getText, median, repeat, size, timeEach } from "#server/bench/core/load.ts";
import { Vocabulary } from "./random-words.ts";

const wordsPerPage = 275;
const pages = size(500, 50);
const chapters = 25;
const searches = size(40, 5);
const posts = size(20, 4);
/** A word and a phrase that are in 200 sentences. */
const hits = 200;

/** Sentences of ten words, of which 200 have a known phrase. */
function listSentences(): string[] {
  const vocabulary = new Vocabulary("latin", 12_000, 7);
  const count = (pages * wordsPerPage) / 10;
  const every = Math.floor(count / hits);
  return Array.from({ length: count }, (_, n) => {
    const words = Array.from({ length: 8 }, () => vocabulary.draw()).join(" ");
    return `The ${words} ${n % every === 0 && n < every * hits ? "wellspring garden" : "and more"}.`;
  });
}

/** Searches with 200 hits in a book of 500 pages, and posts that quote it. */
export async function searchInBook(bench: Bench): Promise<void> {
  const sentences = listSentences();
  const bookId = await bench.importEpub({ title: "Searching 500 pages", chapters: makeChapters(sentences) });
  const { baseUrl } = await bench.startServer();
  const { cookie } = await bench.signIn();
  const request = (path: string, content?: object) => getText(baseUrl + path, cookie, content);

  for (const [name, search] of [
    ["a word", "search=wellspring"],
    ["a phrase", `search=${encodeURIComponent('"wellspring garden"')}`],
    ["two words within 5", "search=garden%20wellspring&near=5&wholeWords=true&exclude=nothing"],
  ] as const) {
    const path = `/api/books/${bookId}/ebook/search?${search}`;
    const found = JSON.parse(await request(path)).hits.length;
    if (found !== hits) throw new Error(`${search}: ${found} hits instead of ${hits}`);
    const times = await repeat(searches, () => request(path), 3);
    bench.figures([`${name}, ${hits} hits in a book of 500 pages`, median(times), "ms", "≤ 300"]);
  }

  // Owners post without a pause.
  const post = async (path: string, body: object) =>
    JSON.parse(await request(path, { ...body, clientId: randomUUID() })).id as string;
  const about = { name: "Quotations", about: "Of a book.", visibility: "public" };
  const community = JSON.parse(await request("/api/communities", about)).id;
  const anchor = { bookId, locator: { fraction: 0 } };
  const question = { title: "Quotations", text: "Which words are there?", anchor };
  const discussion = await post(`/api/communities/${community}/discussions`, question);
  for (const [name, quotations] of [
    ["without a quotation", 0],
    ["with ten typed quotations", 10],
  ] as const) {
    const texts = Array.from(
      { length: posts },
      (_, n) => `A post. ${quote(sentences.slice(n * 10, n * 10 + quotations))}`,
    );
    const times = await timeEach(texts, (text) => post(`/api/discussions/${discussion}/posts`, { text }));
    bench.figures([`a post ${name} in a book of 500 pages`, median(times), "ms", "≤ 300"]);
  }
}

/** Typed quotations, half of which are in the book. */
const quote = (sentences: readonly string[]) =>
  sentences.map((text, n) => `“${text.slice(0, -1)}${n % 2 === 0 ? "" : " elsewhere"}”`).join(" ");

function makeChapters(sentences: readonly string[]): string[] {
  const perChapter = Math.ceil(sentences.length / chapters);
  return Array.from({ length: chapters }, (_, chapter) => {
    const own = sentences.slice(chapter * perChapter, (chapter + 1) * perChapter);
    return own.map((text) => `<p>${text}</p>`).join("");
  });
}
