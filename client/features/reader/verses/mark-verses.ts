import type { QuranSentence } from "#shared/reader/contract.ts";
import { listSentenceElements } from "#client/features/reader/engine/position/sentence-ranges.ts";
import { ownStyleSheet } from "#client/features/reader/engine/styles/responsive-styles.ts";
import { extraFonts } from "#client/features/reader/settings/extra-fonts.ts";
import { getFontFaces } from "#client/features/reader/settings/font-faces.ts";
import { findVerses } from "./find-verses.ts";
import { verseClass, versesKnownClass } from "./verse-class.ts";
import { keepSelection, showInSlots, type TextRange, versePart } from "./verse-slots.ts";

/** On elements with nothing but a verse. */
const wholeVerseClass = "mk-whole-verse";

/** Marks the verses of a document without a change of its text and elements: positions stay as they are. */
export function markVerses(doc: Document, sentences: readonly QuranSentence[], origin: string): void {
  if (sentences.length > 0) addQuranFace(doc, origin);
  keepSelection(doc, () => {
    for (const sentence of sentences) markSentence(doc, sentence);
  });
  doc.documentElement.classList.add(versesKnownClass);
}

function markSentence(doc: Document, sentence: QuranSentence): void {
  const elements = listSentenceElements(doc, sentence.sentence) as HTMLElement[];
  for (const { classList } of elements) classList.add(verseClass);
  if (sentence.isWhole) {
    for (const { classList } of elements) classList.add(wholeVerseClass);
    return;
  }
  const verses = findVerses(sentence, elements.map(({ textContent }) => textContent).join(""));
  let before = 0;
  for (const element of elements) {
    const offsets = listCharacterOffsets(element.textContent);
    const ranges = verses.flatMap(({ start, end }): TextRange[] => {
      const first = offsets[Math.max(0, start - before)];
      const last = offsets[Math.min(offsets.length, end - before) - 1];
      return first === undefined || last === undefined || first > last ? [] : [[first, last + 1]];
    });
    before += offsets.length;
    markElement(element, ranges, offsets);
  }
}

function markElement(element: HTMLElement, ranges: readonly TextRange[], offsets: readonly number[]): void {
  const [range] = ranges;
  if (!range) return;
  const isOnlyText = element.childNodes.length === 1 && element.firstChild?.nodeType === Node.TEXT_NODE;
  if (range[0] === offsets[0] && range[1] === (offsets.at(-1) ?? 0) + 1)
    element.classList.add(wholeVerseClass);
  else if (isOnlyText && "assign" in HTMLSlotElement.prototype) showInSlots(element, ranges);
}

/** The offsets of the characters that are not white space. */
const listCharacterOffsets = (text: string) => Array.from(text.matchAll(/\S/gu), ({ index }) => index);

function addQuranFace(doc: Document, origin: string): void {
  const style = doc.createElement("style");
  const element = `.${versesKnownClass} body .${wholeVerseClass}`;
  const part = `.${versesKnownClass} body .${verseClass}::part(${versePart})`;
  style.textContent = `${ownStyleSheet}
    ${getFontFaces("amiri-quran", origin, extraFonts)}
    ${element}, ${element} *, ${part} { font-family: "mk amiri-quran", "mk amiri", serif !important; }`;
  doc.head?.append(style);
}
