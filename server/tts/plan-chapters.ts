import type { TocItem } from "#shared/reader/contract.ts";
import type { ChapterSentence } from "./narrate-chapter.ts";

export interface PlannedDocument {
  readonly spineIndex: number;
  /** Path in the EPUB. */
  readonly path: string;
  readonly sentences: readonly ChapterSentence[];
  readonly sentenceById: ReadonlyMap<string, number>;
}

export interface PlannedChapter {
  readonly title: string;
  readonly sentences: readonly ChapterSentence[];
}

const maxLevels = 2;
const maxTitleLength = 300;

/** Entries of the table of contents at which chapters may start, in order. */
export function flattenToc(toc: readonly TocItem[], level = 1): readonly TocItem[] {
  return toc.flatMap((item) => [item, ...(level < maxLevels ? flattenToc(item.children, level + 1) : [])]);
}

export function splitTocHref({ href }: TocItem): readonly [path: string, id: string] {
  const at = href.indexOf("#");
  return at < 0 ? [href, ""] : [href.slice(0, at), decode(href.slice(at + 1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function planChapters(
  documents: readonly PlannedDocument[],
  toc: readonly TocItem[],
  bookTitle: string,
): readonly PlannedChapter[] {
  const starts = getChapterStarts(documents, toc);
  const chapters: { title: string; sentences: ChapterSentence[] }[] = [];
  const isChapterPerDocument = starts.size === 0;
  for (const document of documents) {
    document.sentences.forEach((sentence, number) => {
      const title = starts.get(`${document.spineIndex}-${number}`);
      const isStart = title !== undefined || (isChapterPerDocument && number === 0);
      if (isStart || chapters.length === 0) chapters.push({ title: title ?? "", sentences: [] });
      chapters.at(-1)?.sentences.push(sentence);
    });
  }
  const result = chapters.filter(({ sentences }) => sentences.some(hasWords));
  return result.map(({ title, sentences }) => ({
    sentences,
    title: title || getHeading(sentences) || bookTitle,
  }));
}

const hasWords = ({ pieces }: ChapterSentence) => pieces.some((piece) => "text" in piece);

function getChapterStarts(
  documents: readonly PlannedDocument[],
  toc: readonly TocItem[],
): ReadonlyMap<string, string> {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const starts = new Map<string, string>();
  for (const item of flattenToc(toc)) {
    const [path, id] = splitTocHref(item);
    const document = byPath.get(path);
    if (!document || document.sentences.length === 0) continue;
    const number = id === "" ? 0 : (document.sentenceById.get(id) ?? 0);
    starts.set(
      `${document.spineIndex}-${Math.min(number, document.sentences.length - 1)}`,
      item.label.slice(0, maxTitleLength),
    );
  }
  return starts;
}

function getHeading(sentences: readonly ChapterSentence[]): string {
  const heading = sentences.find(({ isHeading }) => isHeading);
  const words = heading?.pieces.map((piece) => ("text" in piece ? piece.text : "")).join("") ?? "";
  return words.replace(/\s+/gu, " ").trim().slice(0, maxTitleLength);
}
