import type { Reason, ReasonCode } from "#shared/api/problem.ts";
import type { EpubLimits } from "#shared/epub/limits.ts";
import { listTocElements } from "#shared/epub/outline.ts";
import type { EpubPackage } from "#shared/epub/package/read-opf.ts";
import { splitTocHref } from "#shared/epub/package/resolve-href.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import type { RequiredFragments } from "#shared/epub/text/read-texts.ts";
import type { TocItem } from "#shared/reader/contract.ts";
import type { Archive } from "#server/epub/zip/archive.ts";
import { readSmil, type Smil, type SmilClip } from "./read-smil.ts";

export interface FoundClip extends SmilClip {
  readonly spineIndex: number;
  readonly overlay: number;
}

/** The media overlays of a book, not yet mapped to sentences. */
export interface FoundOverlays {
  readonly clips: readonly FoundClip[];
  /** Paths of the audio files. */
  readonly overlays: readonly string[];
  readonly warnings: readonly Reason[];
}

const maxClips = 200_000;
const maxBytes = 40_000_000;

export async function readOverlays(
  archive: Archive,
  book: EpubPackage,
  limits: EpubLimits,
): Promise<FoundOverlays> {
  const overlays = [...new Set(book.spine.map(({ overlay }) => overlay))].filter((path) => path !== "");
  const spineIndexes = new Map(book.spine.map(({ source }, index) => [source, index]));
  const clips: FoundClip[] = [];
  const problems = new OverlayProblems();
  let bytes = 0;
  for (const [overlay, path] of overlays.entries()) {
    const entry = archive.entries.get(path);
    bytes += entry?.bytes ?? 0;
    const smil = entry && bytes <= maxBytes ? await readOverlay(archive, path, limits) : null;
    if (!smil) problems.unreadable.push(path);
    for (const clip of smil?.clips ?? []) {
      const spineIndex = spineIndexes.get(archive.find(clip.text.path)?.path ?? "");
      const audio = archive.find(clip.audio)?.path;
      if (audio === undefined) problems.missingAudio.add(clip.audio);
      else if (spineIndex === undefined) problems.withoutPage++;
      else clips.push({ ...clip, audio, spineIndex, overlay });
    }
    problems.add(smil);
    if (clips.length > maxClips) {
      return { clips: [], overlays, warnings: [{ code: "narration_too_many_parts" }] };
    }
  }
  return { clips, overlays, warnings: problems.getWarnings() };
}

async function readOverlay(archive: Archive, path: string, limits: EpubLimits): Promise<Smil | null> {
  const entry = archive.entries.get(path);
  try {
    return entry ? readSmil(decodeText(await archive.read(entry, limits.document)), path) : null;
  } catch {
    return null;
  }
}

export async function getAudioFiles(archive: Archive, path: string, limits: EpubLimits): Promise<string[]> {
  const smil = await readOverlay(archive, path, limits);
  return [...new Set(smil?.clips.map(({ audio }) => archive.find(audio)?.path ?? ""))].filter(Boolean);
}

export function getReferencedIds(
  { clips }: FoundOverlays,
  book: EpubPackage,
  toc: readonly TocItem[],
): RequiredFragments {
  const requested = listTocElements(toc);
  for (const { spineIndex, text } of clips) {
    const source = book.spine[spineIndex]?.source ?? "";
    const ids = requested.get(source) ?? new Set();
    requested.set(source, ids.add(text.element));
  }
  return requested;
}

export interface TocPosition {
  readonly title: string;
  readonly path: string;
  readonly fragment: string;
  readonly level: number;
}

export function listTocPositions(toc: readonly TocItem[], level = 0): TocPosition[] {
  return toc.flatMap(({ label, href, children }) => {
    const { path, fragment } = splitTocHref(href);
    const entries = path === "" ? [] : [{ title: label, path, fragment, level }];
    return [...entries, ...listTocPositions(children, level + 1)];
  });
}

class OverlayProblems {
  readonly unreadable: string[] = [];
  readonly missingAudio = new Set<string>();
  withoutPage = 0;
  #external = 0;
  #withoutTime = 0;

  add(smil: Smil | null): void {
    this.withoutPage += smil?.skipped.textless ?? 0;
    this.#external += smil?.skipped.external ?? 0;
    this.#withoutTime += smil?.skipped.untimed ?? 0;
  }

  getWarnings(): Reason[] {
    const nameFiles = (code: ReasonCode, paths: Iterable<string>): Reason[] =>
      [...paths].slice(0, 10).map((path) => ({ code, path: path.slice(0, 200) }));
    const count = (code: ReasonCode, n: number): Reason[] => (n > 0 ? [{ code, n }] : []);
    return [
      ...nameFiles("narration_overlay_unreadable", this.unreadable),
      ...nameFiles("narration_audio_missing", this.missingAudio),
      ...count("narration_external", this.#external),
      ...count("narration_untimed", this.#withoutTime),
      ...count("narration_without_page", this.withoutPage),
    ];
  }
}
