import type { SpineItem, TocItem } from "#shared/reader/contract.ts";

/** An entry of the table of contents, numbered in reading order. */
export interface Chapter {
  readonly id: number;
  readonly label: string;
  /** 0 for top-level entries. */
  readonly depth: number;
  readonly href: string;
  /** The spine index of its document; -1 for an entry without a link. */
  readonly section: number;
  /** The id of the element it starts at; null for the start of the document. */
  readonly fragment: string | null;
  /** The number in its document of the sentence at which it starts. */
  readonly sentence: number;
}

/**
 * Splits an href into path and fragment, percent-decoded.
 *
 * @param isPath whether the book has a document of that name, because names can contain `#`
 */
export function splitHref(
  href: string,
  isPath: (path: string) => boolean,
): { readonly path: string; readonly fragment: string | null } {
  for (const end of [href.length, href.lastIndexOf("#")]) {
    const path = href.slice(0, Math.max(0, end));
    if (isPath(path)) return { path, fragment: decode(href.slice(end + 1)) || null };
  }
  const [path = "", fragment] = href.split("#");
  return { path: decode(path), fragment: fragment ? decode(fragment) : null };
}

/** The table of contents as a flat list. */
export function getChapters(toc: readonly TocItem[], spine: readonly Pick<SpineItem, "path">[]): Chapter[] {
  const sections = new Map(spine.map(({ path }, index) => [path, index]));
  const chapters: Chapter[] = [];

  const add = (items: readonly TocItem[], depth: number): void => {
    for (const { label, href, sentence = 0, children } of items) {
      const { path, fragment } = splitHref(href, (path) => sections.has(path));
      const section = href ? (sections.get(path) ?? -1) : -1;
      chapters.push({ id: chapters.length, label, depth, href, section, fragment, sentence });
      add(children, depth + 1);
    }
  };

  add(toc, 0);
  return chapters;
}

/**
 * The last chapter that starts at or before a position.
 *
 * @param hasBegun whether a chapter's element in the same document is at or before the position
 */
export function findChapterAt(
  chapters: readonly Chapter[],
  section: number,
  hasBegun: (chapter: Chapter) => boolean,
): Chapter | null {
  let found: Chapter | null = null;
  for (const chapter of chapters) {
    if (chapter.section < 0 || chapter.section > section) continue;
    if (chapter.section === section && chapter.fragment !== null && !hasBegun(chapter)) continue;
    if (!found || compareStarts(chapter, found) >= 0) found = chapter;
  }
  return found;
}

const compareStarts = (a: Chapter, b: Chapter) => a.section - b.section || a.sentence - b.sentence;

/** The last chapter that starts at or before a sentence, by its number in the document. */
export const findChapterOfSentence = (chapters: readonly Chapter[], section: number, sentence: number) =>
  findChapterAt(chapters, section, (chapter) => chapter.sentence <= sentence);

/** The next chapter that starts at another position; null at the last. */
export function findChapterAfter(chapters: readonly Chapter[], current: Chapter | null): Chapter | null {
  const rest = current ? chapters.slice(current.id + 1) : chapters;
  return (
    rest.find(
      ({ section, fragment }) =>
        section >= 0 &&
        (!current ||
          section > current.section ||
          (section === current.section && fragment !== current.fragment)),
    ) ?? null
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
