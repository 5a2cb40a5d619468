/** A range `[start, end)` of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface Sentence {
  /** `s<spine index>-<number>`; numbers count from 0 through the whole document. */
  readonly id: string;
  /** White space collapsed to single spaces. */
  readonly text: string;
}

/** The id of a sentence by number in a spine document, both from 0. */
export const getSentenceId = (spineIndex: number, number: number) => `s${spineIndex}-${number}`;

/**
 * Numbers the sentences of a document.
 *
 * @param blocks the text of each paragraph, heading, list item and so on, in document order; blocks of white
 * space have no sentences
 */
export function getSentences(spineIndex: number, blocks: readonly string[]): Sentence[] {
  const texts = blocks.flatMap((block) =>
    splitSentences(block).map(({ start, end }) => collapseSpace(block.slice(start, end))),
  );
  return texts.map((text, number) => ({ id: getSentenceId(spineIndex, number), text }));
}

/** Collapses white space and trims. */
export const collapseSpace = (text: string) => text.replace(/\s+/gu, " ").trim();

export function splitSentences(block: string): TextSpan[] {
  const ends = verseMark.test(block) ? findVerseEnds(block) : findSentenceEnds(block);
  const spans: TextSpan[] = [];
  let start = 0;
  for (const end of [...ends, block.length]) {
    const trimmed = trim(block, start, end);
    if (trimmed) spans.push(trimmed);
    start = end;
  }
  return spans;
}

/** A verse mark: a number in ornate brackets, or the end-of-ayah sign. */
const verseMark =
  /\uFD3F\s*[\d\u0660-\u0669\u06F0-\u06F9]+\s*\uFD3E|\uFD3E\s*[\d\u0660-\u0669\u06F0-\u06F9]+\s*\uFD3F|\u06DD/u;
const everyVerseMark =
  /\uFD3F\s*[\d\u0660-\u0669\u06F0-\u06F9]+\s*\uFD3E|\uFD3E\s*[\d\u0660-\u0669\u06F0-\u06F9]+\s*\uFD3F|\u06DD\s*[\d\u0660-\u0669\u06F0-\u06F9]*/gu;

/** A block with verse marks is split only after them, so that no verse is split. */
function findVerseEnds(block: string): number[] {
  return [...block.matchAll(everyVerseMark)].map((mark) => mark.index + mark[0].length);
}

/** Sentence-ending punctuation of all scripts; Chinese and Japanese need no space after it. */
const stops = /[.!?\u2026\u061F\u06D4\u061B\u203C-\u2049\u0964\u0965]+|[\u3002\uFF01\uFF1F\uFF61]+/gu;
const wideStop = /^[\u3002\uFF01\uFF1F\uFF61]/u;

const closers =
  /["'\u2018\u2019\u201C\u201D\u00AB\u00BB\u203A)\]}\u300D\u300F\u3011\u3009\u300B\uFF09\uFF3D\uFD3E\uFD3F]*(?:\[\d{1,4}\])*/uy;

/** Two steps instead of one pattern, which would be slow on a page of dots. */
function findSentenceEnds(block: string): number[] {
  const ends: number[] = [];
  for (const found of block.matchAll(stops)) {
    const [run] = found;
    closers.lastIndex = found.index + run.length;
    closers.test(block);
    const end = Math.max(closers.lastIndex, found.index + run.length);
    if (wideStop.test(run) || isSentenceEnd(block, found.index, run, end)) ends.push(end);
  }
  return ends;
}

/** Whether the punctuation at `at` ends a sentence. */
function isSentenceEnd(block: string, at: number, run: string, end: number): boolean {
  if (end < block.length && !isSpace(block, end)) return false;
  const next = nextCharacter.exec(block.slice(end, end + 40))?.[1];
  if (next !== undefined && isLowerCase(next)) return false;
  return run !== "." || !isAbbreviation(block.slice(Math.max(0, at - 24), at));
}

const nextCharacter =
  /^[\s"'\u2018\u2019\u201C\u201D\u00AB\u2039([{\u00BF\u00A1\u2014\u2013-]*([\p{L}\p{N}])/u;

const isLowerCase = (letter: string) => letter !== letter.toUpperCase() && letter === letter.toLowerCase();

function isAbbreviation(before: string): boolean {
  const word = /(?:^|[\s"'\u2018\u201C\u00AB([{\u2014\u2013-])([\p{L}\p{M}.]+)$/u.exec(before)?.[1];
  if (word === undefined) return false;
  return /^(?:\p{Lu}|\p{L}(?:\.\p{L})+)$/u.test(word) || abbreviations.has(word.toLowerCase());
}

/** Abbreviations with a period, in the most common languages. */
const abbreviations = new Set(
  (
    "mr mrs ms messrs mme mlle dr prof rev hon st sr jr gen col capt lt sgt maj cmdr gov sen rep pres supt " +
    "vs viz cf ibid op cit vol vols no nos nr pp pg ch chap fig figs ed eds trans approx dept est bros " +
    "jan feb mar apr jun jul aug sep sept oct nov dec bd hrsg usw bzw ggf vgl art abb ca bzgl str " +
    "al ph esq mt ft hz hrn"
  ).split(" "),
);

function trim(block: string, start: number, end: number): TextSpan | null {
  let from = start;
  let to = end;
  while (from < to && isSpace(block, from)) from++;
  while (to > from && isSpace(block, to - 1)) to--;
  return from < to ? { start: from, end: to } : null;
}

const isSpace = (text: string, at: number) => /\s/u.test(text.charAt(at));
