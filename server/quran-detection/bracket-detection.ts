import type { TextSpan } from "#shared/reader/sentences.ts";

export interface PassageBlock {
  readonly text: string;
  readonly sentences: readonly TextSpan[];
  readonly marked: readonly TextSpan[];
}

/** The opening and closing ornate brackets in Arabic. */
const opening = "\uFD3F";
const closing = "\uFD3E";
const ornate = /[\uFD3E\uFD3F]/gu;
const basmala = /\uFDFD/gu;
/** Limit for a verse, so that an unclosed bracket does not mark a whole chapter. */
const maxBlocks = 60;

/**
 * Finds text in ornate brackets, across paragraphs, and the words before a verse number.
 *
 * @returns ranges per block, unordered
 */
export function findBrackets(blocks: readonly PassageBlock[]): TextSpan[][] {
  const found = blocks.map((): TextSpan[] => []);
  let open: { readonly block: number; readonly start: number } | null = null;
  blocks.forEach(({ text, sentences }, block) => {
    if (open && block - open.block > maxBlocks) open = abandon(open);
    const isMirrored = open === null && isWrittenMirrored(text);
    for (const { 0: character, index } of text.matchAll(ornate)) {
      const opens = (character === opening) !== isMirrored;
      if (opens) {
        if (open) abandon(open);
        open = { block, start: index };
      } else if (open) {
        close(open, { block, end: index + 1 });
        open = null;
      }
    }
    for (const { 0: character, index } of text.matchAll(basmala)) {
      found[block]?.push({ start: index, end: index + character.length });
    }
    for (const sentence of sentences) {
      const verse = findVerseBeforeNumber(text, sentence);
      if (verse) found[block]?.push(verse);
    }
  });
  if (open) abandon(open);
  return found;

  function close(
    from: { readonly block: number; readonly start: number },
    to: { block: number; end: number },
  ) {
    for (let block = from.block; block <= to.block; block++) {
      const start = block === from.block ? from.start : 0;
      const end = block === to.block ? to.end : (blocks[block]?.text.length ?? 0);
      found[block]?.push({ start, end });
    }
  }

  function abandon({ block, start }: { readonly block: number; readonly start: number }): null {
    found[block]?.push({ start, end: blocks[block]?.text.length ?? start });
    return null;
  }
}

/** Some texts swap the two brackets. */
function isWrittenMirrored(text: string): boolean {
  const first = text.search(ornate);
  return first >= 0 && text[first] === closing && text.indexOf(opening, first) > 0;
}

/**
 * A verse mark at the end of a sentence: the end-of-ayah sign with a number, or a number in ornate brackets.
 */
const verseNumber =
  /\s*(?:\u06DD\s*[\d\u0660-\u0669\u06F0-\u06F9]*|[\uFD3E\uFD3F]\s*[\d\u0660-\u0669\u06F0-\u06F9]+\s*[\uFD3E\uFD3F])$/u;
const minVowels = 0.35;

function findVerseBeforeNumber(text: string, { start, end }: TextSpan): TextSpan | null {
  const sentence = text.slice(start, end);
  const number = verseNumber.exec(sentence);
  if (!number) return null;
  const words = sentence.slice(0, number.index);
  const afterColon =
    Math.max(words.lastIndexOf(":"), words.lastIndexOf("\uFD3E"), words.lastIndexOf("\uFD3F"), -1) + 1;
  const verse = words.slice(afterColon);
  const letterCount = verse.match(/\p{L}/gu)?.length ?? 0;
  const vowels = verse.match(/[\u064B-\u0652\u0670\u06E1]/gu)?.length ?? 0;
  if (letterCount === 0 || /\p{Script=Latin}/u.test(verse) || vowels < letterCount * minVowels) return null;
  return { start: start + afterColon, end };
}
