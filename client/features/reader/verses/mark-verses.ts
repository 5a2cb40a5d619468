import type { QuranSentence } from "#shared/reader/contract.ts";
import { listSentenceElements } from "#client/features/reader/engine/position/sentence-ranges.ts";
import { ownStyleSheet } from "#client/features/reader/engine/styles/responsive-styles.ts";
import { extraFonts } from "#client/features/reader/settings/extra-fonts.ts";
import { getFontFaces } from "#client/features/reader/settings/font-faces.ts";
import { verseClass, versesKnownClass } from "./verse-class.ts";

const wholeVerseClass = "mk-whole-verse";

/** Marks sentences by classes only, so that positions in the text stay as they are. */
export function markVerses(doc: Document, sentences: readonly QuranSentence[], origin: string): void {
  for (const { sentence, isWhole } of sentences) {
    for (const { classList } of listSentenceElements(doc, sentence)) {
      classList.add(verseClass);
      classList.toggle(wholeVerseClass, isWhole);
    }
  }
  doc.documentElement.classList.add(versesKnownClass);
  if (sentences.some(({ isWhole }) => isWhole)) addQuranFace(doc, origin);
}

function addQuranFace(doc: Document, origin: string): void {
  const style = doc.createElement("style");
  const element = `.${versesKnownClass} body .${wholeVerseClass}`;
  style.textContent = `${ownStyleSheet}
    ${getFontFaces("amiri-quran", origin, extraFonts)}
    ${element}, ${element} * { font-family: "mk amiri-quran", "mk amiri", serif !important; }`;
  doc.head?.append(style);
}
