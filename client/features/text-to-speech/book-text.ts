import { SentenceId } from "#shared/positions/position.ts";
import { groupBy } from "./group-by.ts";
import { countCharacters } from "./speaking-rate.ts";
import {
  type LanguageSegment,
  type Passage,
  splitByLanguage,
  type VerseRanges,
} from "./split-by-language.ts";

export interface PositionedPiece extends LanguageSegment {
  /** Null for a line break inside a sentence. */
  readonly node: Text | null;
}

export interface SpokenSentence {
  readonly id: SentenceId;
  readonly length: number;
  readonly characters: number;
  readonly endsBlock: boolean;
  readonly passages: readonly Passage[];
}

export interface SpokenChapter {
  readonly section: number;
  readonly sentences: readonly SpokenSentence[];
}

const quranMarks = /\b(?:al-?)?(?:qur'?an|koran|ayah?|ayat|verse-ar)\b/i;
const skippedElements = new Set(["rt", "rp", "rtc", "svg", "math"]);
const skippedRoles = /\b(?:doc-)?(?:noteref|pagebreak)\b/;
const blocks =
  "p, li, td, th, dd, dt, h1, h2, h3, h4, h5, h6, blockquote, figcaption, caption, pre, div, section, aside, body";

export function readChapter(
  doc: Document,
  section: number,
  bookLanguage: string,
  getVerses: (sentence: SentenceId) => VerseRanges,
): SpokenChapter {
  const bySentence = groupBy(
    Array.from(doc.querySelectorAll(".mk-s")),
    (element) => element.id || element.getAttribute("data-s") || "",
  );
  const sentencesWithElements = [...bySentence].flatMap(([name, elements]) => {
    const id = SentenceId.safeParse(name).data;
    return id ? [{ id, elements }] : [];
  });
  const sentences = sentencesWithElements.map(({ id, elements }, index) => {
    const next = sentencesWithElements[index + 1]?.elements[0];
    return createSentence(
      id,
      elements,
      bookLanguage,
      getVerses,
      getBlock(elements.at(-1)) !== getBlock(next),
    );
  });
  return { section, sentences };
}

const getBlock = (element: Element | undefined) => element?.closest(blocks) ?? null;

function createSentence(
  id: SentenceId,
  elements: readonly Element[],
  bookLanguage: string,
  getVerses: (sentence: SentenceId) => VerseRanges,
  endsBlock: boolean,
): SpokenSentence {
  const fullText = elements.map(({ textContent }) => textContent).join("");
  let passages: readonly Passage[] | null = null;
  return {
    id,
    endsBlock,
    length: fullText.length,
    characters: countCharacters(fullText),
    get passages() {
      passages ??= splitByLanguage(getPieces(elements, bookLanguage), getVerses(id), bookLanguage);
      return passages;
    },
  };
}

export function getPieces(elements: readonly Element[], bookLanguage: string): PositionedPiece[] {
  return elements.flatMap((element, index) => {
    const pieces = listTextNodes(element).map((node) => getPiece(node, bookLanguage));
    const previous = elements[index - 1];
    const isBroken = previous !== undefined && hasLineBreak(previous, element);
    return isBroken ? [{ ...gap, language: bookLanguage }, ...pieces] : pieces;
  });
}

const gap = { text: " ", isSilent: false, isQuranMarkup: false, node: null } as const;

function hasLineBreak(previous: Element, after: Element): boolean {
  const between = previous.ownerDocument.createRange();
  between.setStartAfter(previous);
  between.setEndBefore(after);
  return between.cloneContents().querySelector("br") !== null;
}

function getPiece(node: Text, bookLanguage: string): PositionedPiece {
  let language = "";
  let [isSilent, isQuranMarkup] = [false, false];
  for (let ancestor = node.parentElement; ancestor; ancestor = ancestor.parentElement) {
    language ||= ancestor.getAttribute("lang") || ancestor.getAttribute("xml:lang") || "";
    isSilent ||= isSkipped(ancestor);
    isQuranMarkup ||= quranMarks.test(`${ancestor.className} ${ancestor.getAttribute("epub:type") ?? ""}`);
  }
  return { text: node.data, language: language || bookLanguage, isSilent, isQuranMarkup, node };
}

const isSkipped = (element: Element) =>
  skippedElements.has(element.localName) ||
  element.hasAttribute("hidden") ||
  skippedRoles.test(`${element.getAttribute("epub:type") ?? ""} ${element.getAttribute("role") ?? ""}`) ||
  isSuperscriptLink(element);

const isSuperscriptLink = (element: Element) =>
  element.localName === "a" &&
  element.hasAttribute("href") &&
  (element.closest("sup") !== null || element.querySelector("sup") !== null) &&
  (element.textContent ?? "").trim().length <= 6;

function listTextNodes(element: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let at = walker.nextNode(); at; at = walker.nextNode()) texts.push(at as Text);
  return texts;
}

/** Null when the characters are not on the page. */
export function getRange(pieces: readonly PositionedPiece[], start: number, end: number): Range | null {
  let at = 0;
  let range: Range | null = null;
  for (const { node, text } of pieces) {
    const [from, to] = [Math.max(0, start - at), Math.min(text.length, end - at)];
    if (node && from < to) {
      if (!range) {
        range = node.ownerDocument.createRange();
        range.setStart(node, from);
      }
      range.setEnd(node, to);
    }
    at += text.length;
  }
  return range;
}
