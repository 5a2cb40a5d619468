import type { Reason } from "#shared/api/problem.ts";
import { toLine } from "#shared/epub/package/metadata.ts";
import type { EpubPackage } from "#shared/epub/package/read-opf.ts";
import { toServedId } from "#shared/epub/sanitize/namespace-ids.ts";
import type { SentenceSpan } from "#shared/epub/text/fragments.ts";
import type { DocumentText } from "#shared/epub/text/read-texts.ts";
import type { TocItem } from "#shared/reader/contract.ts";
import type { OverlayKind } from "#shared/reader/overlay.ts";
import { type FoundClip, type FoundOverlays, listTocPositions } from "./read-overlays.ts";
import { parseClock } from "./smil-clock.ts";

export interface OverlayClip {
  readonly audio: number;
  /** Seconds in the file; no end means the end of the file. */
  readonly begin: number;
  readonly end: number | null;
  readonly spineIndex: number;
  /** The id as served; empty for the whole page, null when the page has no such element. */
  readonly element: string | null;
  /** Null when no text is read. */
  readonly span: SentenceSpan | null;
  readonly kind: OverlayKind;
  readonly isPause: boolean;
  /** Index of the overlay's section. */
  readonly section: number;
  readonly overlay: number;
}

export interface EpubOverlay {
  readonly activeClass: string;
  readonly playbackActiveClass: string;
  readonly audioFiles: readonly string[];
  readonly clips: readonly OverlayClip[];
  readonly sections: readonly string[];
  readonly characters: ReadonlyArray<readonly [spineIndex: number, counts: readonly number[]]>;
  /** The declared duration of an overlay; null for the total. */
  readonly declaredDurations: ReadonlyArray<{ readonly overlay: number | null; readonly seconds: number }>;
}

/** The pause class of `write-smil.ts`. */
const pauseClipName = /^pause-\d+$/;

/**
 * Maps the clips of a book's overlays to sentences.
 *
 * @returns null when there is no audio
 */
export function mapClipsToSentences(
  found: FoundOverlays,
  book: EpubPackage,
  documents: readonly DocumentText[],
  toc: readonly TocItem[],
): { readonly overlay: EpubOverlay | null; readonly warnings: readonly Reason[] } {
  if (found.clips.length === 0) return { overlay: null, warnings: found.warnings };
  const audioFiles = [...new Set(found.clips.map(({ audio }) => audio))];
  const audioIndex = new Map(audioFiles.map((path, index) => [path, index]));
  const sections = new Sections(found, book, documents, toc);
  let unmatched = 0;
  const clips = found.clips.map((clip): OverlayClip => {
    const { begin, end, spineIndex, kind, overlay } = clip;
    const fragment = documents[spineIndex]?.fragments?.byId.get(clip.text.element);
    if (!fragment) unmatched++;
    return {
      begin,
      end,
      spineIndex,
      kind,
      overlay,
      audio: audioIndex.get(clip.audio) ?? 0,
      element: fragment ? toServedId(clip.text.element) : null,
      span: fragment && !pauseClipName.test(clip.id) ? fragment.span : null,
      isPause: pauseClipName.test(clip.id),
      section: sections.getIndex(clip, fragment?.at ?? null),
    };
  });
  const spineIndexes = [...new Set(clips.map(({ spineIndex }) => spineIndex))];
  return {
    overlay: {
      activeClass: getClass(book, "media:active-class"),
      playbackActiveClass: getClass(book, "media:playback-active-class"),
      audioFiles,
      clips,
      sections: sections.titles,
      characters: spineIndexes.map(
        (index) => [index, documents[index]?.fragments?.characters ?? []] as const,
      ),
      declaredDurations: book.overlayDurations.flatMap(([path, text]) => {
        const overlay = path === "" ? null : found.overlays.indexOf(path);
        const seconds = parseClock(text);
        return seconds === null || overlay === -1 ? [] : [{ overlay, seconds }];
      }),
    },
    warnings:
      unmatched === 0 ? found.warnings : [...found.warnings, { code: "narration_unmatched", n: unmatched }],
  };
}

/** A single class; EPUB does not allow a list here. */
function getClass({ properties }: EpubPackage, property: string): string {
  const value = properties.find(([name]) => name === property)?.[1].trim() ?? "";
  return /^[\p{L}_-][\p{L}\p{N}_-]{0,99}$/u.test(value) ? value : "";
}

interface Break {
  readonly spineIndex: number;
  readonly at: number;
  readonly title: string;
}

class Sections {
  readonly titles: string[] = [];
  readonly #breaks: readonly Break[];
  /** Whether an overlay marks its chapters itself. */
  readonly #marked: ReadonlySet<number>;
  readonly #headings: readonly string[];
  #key: string | null = null;
  #break = -1;

  constructor(
    { clips }: FoundOverlays,
    book: EpubPackage,
    documents: readonly DocumentText[],
    toc: readonly TocItem[],
  ) {
    this.#breaks = listBreaks(book, documents, toc);
    this.#marked = new Set(clips.filter(({ chapter }) => chapter > 0).map(({ overlay }) => overlay));
    this.#headings = documents.map(({ heading }) => heading);
  }

  getIndex({ overlay, chapter, continues, spineIndex }: FoundClip, at: number | null): number {
    for (let next = this.#breaks[this.#break + 1]; next; next = this.#breaks[this.#break + 1]) {
      const isLater =
        next.spineIndex > spineIndex || (next.spineIndex === spineIndex && next.at > (at ?? -1));
      if (isLater) break;
      this.#break++;
    }
    if (continues && this.#key !== null) return this.titles.length - 1;
    const key = this.#marked.has(overlay) ? `chapter ${overlay} ${chapter}` : `line ${this.#break}`;
    if (key !== this.#key) {
      const title = this.#breaks[this.#break]?.title ?? this.#headings[spineIndex] ?? "";
      this.titles.push(toLine(title, 500));
    }
    this.#key = key;
    return this.titles.length - 1;
  }
}

function listBreaks(
  book: EpubPackage,
  documents: readonly DocumentText[],
  toc: readonly TocItem[],
): readonly Break[] {
  const positions = listTocPositions(toc);
  const byPath = new Map<string, typeof positions>();
  for (const position of positions)
    byPath.set(position.path, [...(byPath.get(position.path) ?? []), position]);
  return book.spine.flatMap(({ path }, spineIndex) => {
    const positions = byPath.get(path) ?? [];
    const level = Math.min(...positions.map((position) => position.level));
    const fragments = documents[spineIndex]?.fragments?.byId;
    return positions
      .filter((position) => position.level === level)
      .map(({ title, fragment }) => ({ spineIndex, title, at: fragments?.get(fragment)?.at ?? 0 }))
      .sort((a, b) => a.at - b.at);
  });
}
