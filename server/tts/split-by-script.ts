import { isArabicScript } from "#shared/books/script.ts";

export type SpeechPiece = { readonly text: string; readonly language: string } | { readonly verse: number };

export interface SpokenSentence {
  /** Sentence number in the document, from 0. */
  readonly number: number;
  readonly pieces: readonly SpeechPiece[];
  readonly isHeading: boolean;
  /** Whether it ends a paragraph. */
  readonly endsBlock: boolean;
}

const arabicScript = /\p{Script=Arabic}/u;
const latinScript = /\p{Script=Latin}/u;

export function splitByScript(
  text: string,
  language: string,
): readonly Extract<SpeechPiece, { text: string }>[] {
  const isArabic = isArabicScript(language);
  const parts: { text: string; language: string }[] = [];
  for (const word of text.match(/\S+\s*|\s+/gu) ?? []) {
    const foreignLanguage = isArabic
      ? latinScript.test(word) && !arabicScript.test(word) && "en"
      : arabicScript.test(word) && !latinScript.test(word) && "ar";
    const isNeutral = !/\p{L}/u.test(word);
    const last = parts.at(-1);
    const spokenLanguage = isNeutral && last ? last.language : foreignLanguage || language;
    if (last && last.language === spokenLanguage) last.text += word;
    else parts.push({ text: word, language: spokenLanguage });
  }
  return parts;
}
