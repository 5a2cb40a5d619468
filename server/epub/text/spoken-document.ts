import type { SanitizedDocument, Token } from "#shared/epub/sanitize/sanitize-document.ts";
import { getBlocks } from "#shared/epub/sanitize/write-document.ts";
import { getFragments } from "#shared/epub/text/fragments.ts";
import { splitSentences, type TextSpan } from "#shared/reader/sentences.ts";
import { getOverlayKind } from "#server/epub/media-overlay/epub-types.ts";
import { findPassages } from "#server/quran-detection/find-passages.ts";
import type { QuranIndex } from "#server/quran-detection/quran-index.ts";
import { type SpeechPiece, type SpokenSentence, splitByScript } from "#server/tts/split-by-script.ts";

export interface SpeechExtraction {
  readonly language: string;
  /** Ids of elements to locate. */
  readonly requested: readonly string[];
}

export interface SpokenDocument {
  readonly sentences: readonly SpokenSentence[];
  readonly sentenceById: ReadonlyArray<readonly [id: string, sentence: number]>;
}

interface SpeechContext {
  readonly language: string;
  readonly isOmitted: boolean;
  readonly isHeading: boolean;
}

export function createSpokenDocument(
  document: SanitizedDocument,
  { language, requested }: SpeechExtraction,
  index: QuranIndex | null,
): SpokenDocument {
  const context = getPageContext(document, language);
  const blocks = getBlocks(document);
  const found = findPassages(
    blocks.map(({ text, pieces }) => ({
      text,
      sentences: splitSentences(text),
      marked: pieces.flatMap(({ token, at, length }) => {
        const piece = document.body[token];
        return piece?.type === "text" && piece.isQuran ? [{ start: at, end: at + length }] : [];
      }),
    })),
    index,
  );
  const sentences: SpokenSentence[] = [];
  blocks.forEach(({ text, pieces }, block) => {
    const parts = pieces.map(({ token, at, length }) => ({
      start: at,
      end: at + length,
      context: context.get(token) ?? createContext(language),
    }));
    const blockSentences = splitSentences(text);
    blockSentences.forEach((sentence, index) => {
      sentences.push({
        number: sentences.length,
        pieces: getPieces(text, sentence, parts, found[block] ?? []),
        isHeading: parts.some((part) => isOverlapping(part, sentence) && part.context.isHeading),
        endsBlock: index === blockSentences.length - 1,
      });
    });
  });
  const { byId } = getFragments(document, new Set(requested));
  return { sentences, sentenceById: [...byId].map(([id, { at }]) => [id, at] as const) };
}

interface Part extends TextSpan {
  readonly context: SpeechContext;
}

const isOverlapping = (a: TextSpan, b: TextSpan) => a.start < b.end && b.start < a.end;

function getPieces(
  text: string,
  sentence: TextSpan,
  parts: readonly Part[],
  passages: readonly TextSpan[],
): readonly SpeechPiece[] {
  const inside = parts.filter((part) => isOverlapping(part, sentence));
  const verses = passages.filter((passage) => isOverlapping(passage, sentence));
  const offsets = [sentence, ...inside, ...verses].flatMap(({ start, end }) => [start, end]);
  const boundaries = [...new Set(offsets)]
    .filter((at) => at >= sentence.start && at <= sentence.end)
    .sort((a, b) => a - b);
  const runs: { text: string; language: string | null }[] = [];
  for (const [index, start] of boundaries.entries()) {
    const end = boundaries[index + 1] ?? start;
    const piece = text.slice(start, end);
    const isVerse = verses.some((verse) => isOverlapping(verse, { start, end }));
    const part = inside.find((each) => isOverlapping(each, { start, end }));
    const last = runs.at(-1);
    if (!part && !isVerse) {
      if (last) last.text += " ";
      continue;
    }
    if (!isVerse && part?.context.isOmitted) continue;
    const language = isVerse ? null : (part?.context.language ?? "");
    if (last && last.language === language) last.text += piece;
    else runs.push({ text: piece, language });
  }
  return runs.flatMap(({ text, language }): readonly SpeechPiece[] => {
    if (language !== null)
      return splitByScript(text, language).filter(
        ({ text: each }) => /[\p{L}\p{N}]/u.test(each) || hasLigature(each),
      );
    const words = text.match(/[\p{L}\p{M}]*\p{L}[\p{L}\p{M}]*/gu)?.length ?? 0;
    return [{ verse: Math.max(1, words) }];
  });
}

const hasLigature = (text: string) => /[\uFD40-\uFD4F\uFDCF\uFDFA-\uFDFF]/u.test(text);

const createContext = (language: string): SpeechContext => ({ language, isOmitted: false, isHeading: false });

function getPageContext({ htmlAttributes, bodyAttributes, body }: SanitizedDocument, language: string) {
  const found = new Map<number, SpeechContext>();
  const pageLanguage = getLanguage(bodyAttributes) || getLanguage(htmlAttributes) || language;
  const stack: SpeechContext[] = [createContext(pageLanguage)];
  body.forEach((token, index) => {
    const current = stack.at(-1) ?? createContext(pageLanguage);
    if (token.type === "text") found.set(index, current);
    else if (token.type === "close") stack.pop();
    else if (token.type === "open") {
      stack.push({
        language: getLanguage(token.attributes) || current.language,
        isOmitted: current.isOmitted || isOmitted(token, body, index),
        isHeading: current.isHeading || /^h[1-6]$/.test(token.name),
      });
    }
  });
  return found;
}

const getValue = (attributes: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`, "u").exec(attributes)?.[1] ?? "";

const getLanguage = (attributes: string) => getValue(attributes, "xml:lang") || getValue(attributes, "lang");

const noteClass =
  /(?:^|[\s_-])(?:noteref|footnote|footnotes|endnote|endnotes|rearnote|fnref|fn-ref|note-ref|pagenum|page-number|pagebreak)(?:$|[\s_-])/iu;

function isOmitted(
  { name, attributes }: Extract<Token, { type: "open" }>,
  body: readonly Token[],
  index: number,
): boolean {
  if (/ (?:hidden|aria-hidden="true")/u.test(attributes)) return true;
  if (name === "rt" || name === "rp") return true;
  const kind = getOverlayKind(getValue(attributes, "epub:type"));
  if (kind === "note" || kind === "page") return true;
  if (/^doc-(?:noteref|footnote|endnotes?|pagebreak|backlink)$/u.test(getValue(attributes, "role")))
    return true;
  if (noteClass.test(getValue(attributes, "class"))) return true;
  return (name === "sup" || name === "a") && isNoteMark(name, body, index);
}

function isNoteMark(name: string, body: readonly Token[], index: number): boolean {
  let depth = 0;
  let text = "";
  for (let at = index; at < body.length && text.length < 12; at++) {
    const token = body[at];
    if (token?.type === "open") depth++;
    else if (token?.type === "close" && --depth === 0) break;
    else if (token?.type === "text") text += token.text;
  }
  const mark = text.trim();
  if (name === "sup") return /^[[(]?(?:\d{1,4}|[*†‡§¶]+|[a-z])[\])]?$/iu.test(mark);
  return /^(?:[[(]\d{1,4}[\])]|[*†‡§¶]+)$/u.test(mark);
}
