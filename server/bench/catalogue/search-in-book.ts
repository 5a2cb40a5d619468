import { randomUUID } from "node:crypto";
import { communityContract } from "#shared/community/contract.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { type Bench, type BenchServer, getBody, type Reader } from "#server/bench/core/bench.ts";
import { getText, median, size, timeEach } from "#server/bench/core/load.ts";
import { Vocabulary } from "./random-words.ts";

const wordsPerPage = 275;
const pages = size(500, 50);
const chapters = 25;
const searches = size(40, 5);
const posts = size(20, 4);
/** A word and a phrase that are in 200 sentences. */
const hits = 200;

/** Searches with 200 hits in a book of 500 pages, and posts that quote it. */
export async function searchInBook(bench: Bench): Promise<void> {
  const bookId = await bench.importEpub({ title: "Searching 500 pages", chapters: makeChapters() });
  const server = await bench.startServer();
  const reader = await bench.signIn();
  const url = `${server.baseUrl}/api/books/${bookId}/ebook/search`;
  const request = (query: string) => getText(`${url}?${query}`, reader.cookie);

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
  await postQuotations(bench, server, reader, bookId);
}

/** Posts with ten typed quotations, half of which are in the book; owners post without a pause. */
async function postQuotations(bench: Bench, server: BenchServer, reader: Reader, bookId: string) {
  const post = async (path: string, body: object) =>
    getBody(await server.call(reader, "POST", path, body))["id"] ?? "";
  const community = { name: "Quotations", about: "Of a book.", visibility: "public" };
  const communityId = await post(communityContract.createCommunity.path, community);
  const anchor = { bookId, locator: { fraction: 0 } };
  const question = { title: "Quotations", text: "Which words are there?", clientId: randomUUID(), anchor };
  const discussions = discussionsContract.createDiscussion.path.replace(":communityId", communityId);
  const discussionId = await post(discussions, question);
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
      post(path, { text: `A post. ${text}`, clientId: randomUUID() }),
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
  return Array.from({ length: chapters }, (_, chapter) => {
    const own = texts.slice(chapter * perChapter, (chapter + 1) * perChapter);
    return own.map((text) => `<p>${text}</p>`).join("");
  });
}
