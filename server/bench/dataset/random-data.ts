import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { toPlainText } from "#shared/rich-text/rich-text.ts";
import { getId } from "#server/bench/catalogue/copy.ts";
import { createRandom, Vocabulary } from "#server/bench/catalogue/random-words.ts";
import { parseRichText } from "#server/rich-text/parse.ts";

export const getReaderId = (n: number) => getId("1", n);
export const getConversationId = (n: number) => getId("2", n);
export const getCommunityId = (n: number) => getId("3", n);
export const getDiscussionId = (n: number) => getId("4", n);

export const days = 1_000;
const now = Date.now();
export const getTime = (daysAgo: number) => new Date(now - daysAgo * 24 * 3_600_000).toISOString();
export const firstTime = getTime(days);
export const none = "\\N";

export const random = createRandom(7);
export const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** The first ones are drawn more often, the less so the larger the offset. */
export function draw(count: number, offset = 1): number {
  const start = Math.sqrt(offset);
  return Math.floor((start + random() * (Math.sqrt(count + offset) - start)) ** 2 - offset);
}
export const drawReader = (readers: number) => draw(readers, 50);

export function drawReaders(readers: number, count: number): number[] {
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(drawReader(readers));
  return [...chosen];
}

const [arabic, latin] = [new Vocabulary("arabic", 20_000, 3), new Vocabulary("latin", 20_000, 4)];
export const pickVocabulary = () => (random() < 0.6 ? arabic : latin);
/** Source, content and normalized text. */
export const texts = Array.from({ length: 2_000 }, () => {
  const source = pickVocabulary().makeText(4, 40);
  const content = parseRichText(source);
  return [source, JSON.stringify(content), normalizeSearchText(toPlainText(content))] as const;
});
