import type { SentenceId } from "#shared/positions/position.ts";
import type { SpokenChapter, SpokenSentence } from "./book-text.ts";

export type EndNotice = "finished" | "end-of-sample";

/** The text of a book by document. */
export interface SpokenBook {
  readonly language: string;
  /** @throws when it fails to load */
  readonly open: (section: number) => Promise<SpokenChapter>;
  readonly getAdjacentSection: (section: number, direction: 1 | -1) => number | EndNotice;
}

export interface SpeechPosition {
  readonly section: number;
  readonly sentence: SentenceId | null;
}

/** A sentence of a loaded document. */
export interface TextPosition {
  readonly chapter: SpokenChapter;
  readonly index: number;
}

export type SpeechTarget =
  | TextPosition
  | { readonly ending: EndNotice }
  | { readonly missing: SpeechPosition };

/** Finds a position; in a document without sentences, the first one of the next document that has some. */
export async function findSpeechPosition(
  book: SpokenBook,
  { section, sentence }: SpeechPosition,
  direction: 1 | -1,
): Promise<SpeechTarget> {
  for (let at: number | EndNotice = section; ; at = book.getAdjacentSection(at, direction)) {
    if (typeof at === "string") return { ending: at };
    const requestedSentence: SentenceId | null = at === section ? sentence : null;
    const chapter: SpokenChapter | null = await book.open(at).catch(() => null);
    if (!chapter) return { missing: { section: at, sentence: requestedSentence } };
    const requestedIndex: number =
      requestedSentence === null ? -1 : chapter.sentences.findIndex(({ id }) => id === requestedSentence);
    const index = requestedIndex >= 0 ? requestedIndex : direction === 1 ? 0 : chapter.sentences.length - 1;
    if (chapter.sentences[index]) return { chapter, index };
  }
}

export interface SpeechProgress {
  readonly section: number;
  readonly sentence: SpokenSentence;
  readonly within: number;
  readonly fraction: number;
}

export function toSpeechProgress({ chapter, index }: TextPosition): SpeechProgress | null {
  const { section, sentences } = chapter;
  const sentence = sentences[index];
  if (!sentence) return null;
  const countCharacters = (sentences: readonly SpokenSentence[]) =>
    sentences.reduce((sum, { characters }) => sum + characters, 0);
  const total = countCharacters(sentences) || 1;
  const fraction = countCharacters(sentences.slice(0, index)) / total;
  return { section, sentence, within: fraction, fraction: sentence.characters / total };
}
