import { randomUUID } from "node:crypto";
import path from "node:path";
import { communityContract } from "#shared/community/contract.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import type { Bench, BenchServer, Reader } from "#server/bench/core/bench.ts";
import { getText, median, size, timeEach } from "#server/bench/core/load.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { Vocabulary } from "./random-words.ts";

const title = "Searching 500 pages";
const wordsPerPage = 275;
const pages = size(500, 50);
const chapters = 25;
const searches = size(40, 5);
const posts = size(20, 4);
/** A word and a phrase that are in 200 sentences. */
const hits = 200;

/** Searches with 200 hits in a book of 500 pages, and posts that quote it. */
export async function searchInBook(bench: Bench): Promise<void> {
  const file = path.join(bench.makeFolder(), "pages.epub");
  await writeSmallEpub(file, { title, chapters: makeChapters() });
  await bench.importFolder(path.dirname(file));
  const [book] = await bench.sql(`select id from books where title = '${title}'`);
  const server = await bench.startServer();
  const { baseUrl } = server;
  const reader = await bench.signIn();
  const { cookie } = reader;
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
  await postQuotations(bench, server, reader, book?.["id"] ?? "");
}

/** Posts with ten typed quotations, half of which are in the book; owners post without a pause. */
async function postQuotations(bench: Bench, server: BenchServer, reader: Reader, bookId: string) {
  const call = async (path: string, body: object) => {
    const reply = await server.call(reader, "POST", path, body);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply));
    return reply.body["id"] ?? "";
  };
  const community = { name: "Quotations", about: "Of a book.", visibility: "public" };
  const communityId = await call(communityContract.createCommunity.path, community);
  const anchor = { bookId, locator: { fraction: 0 } };
  const discussionId = await call(
    discussionsContract.createDiscussion.path.replace(":communityId", communityId),
    { title: "Quotations", text: "Which words are there?", clientId: randomUUID(), anchor },
  );
  const path = discussionsContract.createPost.path.replace(":discussionId", discussionId);
  const sentences = listSentences();
  for (const [name, quotations] of [
    ["without a quotation", 0],
    ["with ten typed quotations", 10],
  ] as const) {
    const texts = Array.from({ length: posts }, (_, post) =>
      Array.from({ length: quotations }, (_, n) => {
        const sentence = sentences[post * 10 + n]?.slice(0, -1) ?? "";
        return `“${n % 2 === 0 ? sentence : `${sentence} elsewhere`}”`;
      }).join(" "),
    );
    const times = await timeEach(texts, (text) =>
      call(path, { text: `A post. ${text}`, clientId: randomUUID() }),
    );
    bench.figures([`a post ${name} in a book of 500 pages`, median(times), "ms", "≤ 300"]);
  }
}

/** Sentences of ten words, of which 200 have a known phrase. */
function listSentences(): string[] {
  const vocabulary = new Vocabulary("latin", 12_000, 7);
  const sentences = (pages * wordsPerPage) / 10;
  const every = Math.floor(sentences / hits);
  return Array.from({ length: sentences }, (_, n) => {
    const words = Array.from({ length: 8 }, () => vocabulary.draw()).join(" ");
    return `The ${words} ${n % every === 0 && n < every * hits ? "wellspring garden" : "and more"}.`;
  });
}

function makeChapters(): string[] {
  const texts = listSentences();
  const perChapter = Math.ceil(texts.length / chapters);
  return Array.from({ length: chapters }, (_, chapter) =>
    texts
      .slice(chapter * perChapter, (chapter + 1) * perChapter)
      .map((text) => `<p>${text}</p>`)
      .join(""),
  );
}
