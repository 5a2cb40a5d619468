import * as cfi from "foliate-js/epubcfi.js";
import type { Locator } from "#shared/positions/position.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { splitHref } from "#client/features/reader/chapters.ts";
import type { OpenSection } from "#client/features/reader/engine/document/sections.ts";
import { findSection, getSectionWeights } from "#client/features/reader/progress.ts";
import { findFirstVisibleChar } from "./first-visible-char.ts";
import { findCharacterRange, listSentenceElements } from "./sentence-ranges.ts";

/** Characters of a sentence, white space not counted. */
export interface SentencePart {
  readonly start: number;
  readonly end: number;
}

export type Target =
  | { readonly locator: Locator }
  | { readonly fraction: number }
  | { readonly sentence: string; readonly part?: SentencePart }
  | { readonly href: string }
  | { readonly section: number; readonly isEnd?: boolean };

type TargetSection = Pick<OpenSection, "item">;

/** A section and a range, an element, or a fraction in it. */
export interface ResolvedTarget {
  readonly index: number;
  readonly anchor: (doc: Document) => Range | Element | number;
}

/** The section of a target before the book is open; null when the book has no such target. */
export function findFirstSection({ spine }: Pick<Ebook, "spine">, start: Target): number | null {
  const sections = spine.map((item) => ({ item }));
  return findTarget(start, sections, getSectionWeights(spine))?.index ?? null;
}

/** Null when the book has no such target. */
export function findTarget(
  target: Target,
  sections: readonly TargetSection[],
  weights: readonly number[],
): ResolvedTarget | null {
  if ("locator" in target) return resolveLocator(target.locator, sections, weights);
  if ("fraction" in target) return resolveFraction(target.fraction, weights);
  if ("sentence" in target) return resolveSentence(target.sentence, sections, target.part);
  if ("href" in target) return resolveHref(target.href, sections);
  const fraction = target.isEnd ? 1 : 0;
  return sections[target.section] ? { index: target.section, anchor: () => fraction } : null;
}

function resolveLocator(
  locator: Locator,
  sections: readonly TargetSection[],
  weights: readonly number[],
): ResolvedTarget {
  const { sentence, fraction } = locator;
  const exact = locator.cfi === undefined ? null : resolveCfi(locator.cfi, sections);
  const bySentenceId = sentence === undefined ? null : resolveSentence(sentence, sections);
  const byFractionOnly = resolveFraction(fraction, weights);
  const index = exact?.index ?? bySentenceId?.index ?? byFractionOnly.index;

  return {
    index,
    anchor: (doc) =>
      exact?.anchor(doc) ??
      (bySentenceId?.index === index ? doc.getElementById(sentence ?? "") : null) ??
      (byFractionOnly.index === index ? byFractionOnly.anchor(doc) : 0),
  };
}

function resolveFraction(fraction: number, weights: readonly number[]): ResolvedTarget {
  const { section, sectionFraction } = findSection(weights, fraction);
  return { index: section, anchor: () => sectionFraction };
}

function resolveSentence(
  sentence: string,
  sections: readonly TargetSection[],
  part?: SentencePart,
): ResolvedTarget | null {
  const spineIndex = Number(/^s(\d+)-/.exec(sentence)?.[1] ?? Number.NaN);
  const index = sections.findIndex(({ item }) => item.index === spineIndex);
  const find = (doc: Document) =>
    part && findCharacterRange(listSentenceElements(doc, sentence), part.start, part.end);
  return index < 0 ? null : { index, anchor: (doc) => find(doc) ?? doc.getElementById(sentence) ?? 0 };
}

function resolveHref(href: string, sections: readonly TargetSection[]): ResolvedTarget | null {
  const getIndex = (path: string) => sections.findIndex(({ item }) => item.path === path);
  const { path, fragment } = splitHref(href, (each) => getIndex(each) >= 0);
  const index = getIndex(path);
  if (index < 0) return null;
  return { index, anchor: (doc) => (fragment ? findElement(doc, fragment) : null) ?? 0 };
}

/** The element of a fragment: by id, or by the `name` of old books. */
export function findElement(doc: Document, fragment: string): Element | null {
  return doc.getElementById(fragment) ?? doc.querySelector(`[name="${CSS.escape(fragment)}"]`);
}

/** The anchor returns null when the CFI does not fit the document, as after a change of the file. */
function resolveCfi(
  text: string,
  sections: readonly TargetSection[],
): { readonly index: number; readonly anchor: (doc: Document) => Range | null } | null {
  const parts = tryOrNull(() => cfi.parse(text));
  const spineStep = (parts?.parent ?? parts)?.shift()?.at(-1)?.index;
  const index = sections.findIndex(({ item }) => item.index === (spineStep ?? 0) / 2 - 1);
  if (!parts || index < 0) return null;
  return {
    index,
    anchor: (doc) => {
      const range = tryOrNull(() => cfi.toRange(doc, structuredClone(parts)));
      return range && findFirstVisibleChar(range);
    },
  };
}

/** The CFI of the start of a range. */
export function getCfi({ cfi: base, item }: OpenSection, range: Range | null): string {
  const section = base ?? `epubcfi(/6/${(item.index + 1) * 2})`;
  if (!range) return section;
  const start = findFirstVisibleChar(range);
  start.collapse(true);
  return tryOrNull(() => cfi.joinIndir(section, cfi.fromRange(start))) ?? section;
}

/**
 * The id of the sentence at the start of a range, or of the next one; null in a document without any. A
 * sentence with several elements has its id on the first; the others refer to it.
 */
export function findSentenceAt(doc: Document, range: Range | null): string | null {
  const sentence = findElementAt(doc.getElementsByClassName("mk-s"), range);
  return sentence?.id || sentence?.getAttribute("data-s") || null;
}

function findElementAt(sentences: HTMLCollectionOf<Element>, range: Range | null): Element | null {
  if (!range) return sentences[0] ?? null;

  let [low, high] = [0, sentences.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const sentence = sentences[middle];
    if (sentence && isBefore(sentence, range)) low = middle + 1;
    else high = middle;
  }
  return sentences[low] ?? null;
}

function isBefore(sentence: Element, range: Range): boolean {
  const sentenceRange = sentence.ownerDocument.createRange();
  sentenceRange.selectNodeContents(sentence);
  return sentenceRange.compareBoundaryPoints(Range.START_TO_END, range) <= 0;
}

function tryOrNull<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}
