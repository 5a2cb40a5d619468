import { type IAudioMetadata, parseFile } from "music-metadata";
import type { AudioInfo, FoundChapter } from "./audio-info.ts";

export interface Tags {
  readonly title: string;
  readonly album: string;
  readonly artists: readonly string[];
  readonly narrators: readonly string[];
  readonly genres: readonly string[];
  readonly description: string;
  readonly publisher: string;
  readonly language: string;
  readonly year: number | null;
  readonly track: number | null;
  readonly disc: number | null;
  readonly series: string;
  readonly seriesPosition: number | null;
  readonly picture: Buffer | null;
  readonly chapters: readonly FoundChapter[];
}

const maxTextLength = 500;
const maxDescriptionLength = 10_000;
const maxChapters = 5000;
/** Reading tags takes milliseconds; slower files are hostile. */
const maxMs = 20_000;

export async function readTags(path: string, audioInfo: AudioInfo): Promise<Tags> {
  // music-metadata discards everything of an MP4 with an invalid chapter track.
  const includeChapters = audioInfo.mediaType !== "audio/mp4";
  const found = await withTimeout(parseFile(path, { includeChapters, duration: false })).catch(() => null);
  return found ? toTags(found, audioInfo) : emptyTags;
}

const emptyTags: Tags = {
  title: "",
  album: "",
  artists: [],
  narrators: [],
  genres: [],
  description: "",
  publisher: "",
  language: "",
  year: null,
  track: null,
  disc: null,
  series: "",
  seriesPosition: null,
  picture: null,
  chapters: [],
};

function toTags({ common, format, native }: IAudioMetadata, audioInfo: AudioInfo): Tags {
  const getTags = (name: string) => findTag(native, name);
  const about =
    common.description?.[0] ?? common.comment?.find(({ text }) => text)?.text ?? common.longDescription;
  const image = common.picture?.find(({ type }) => /front/i.test(type ?? "")) ?? common.picture?.[0];
  return {
    title: toSingleLine(common.title),
    album: toSingleLine(common.album),
    artists: toDistinctTexts(common.albumartist ? [common.albumartist] : (common.artists ?? [])),
    narrators: toDistinctTexts([...getTexts(getTags("narrator")), ...(common.composer ?? [])]),
    genres: toDistinctTexts((common.genre ?? []).flatMap((genre) => genre.split(/[;/]/))),
    description: toSingleLine(about, maxDescriptionLength),
    publisher: toSingleLine(common.publisher?.[0] ?? common.label?.[0]),
    language: toSingleLine(common.language, 35),
    year: common.year && common.year > 0 && common.year < 3000 ? common.year : null,
    track: common.track.no,
    disc: common.disk.no,
    series: toSingleLine(getTexts(getTags("series"))[0] ?? common.movement),
    seriesPosition: parsePosition(getTexts(getTags("series-part"))[0]) ?? common.movementIndex.no,
    picture: image ? Buffer.from(image.data) : null,
    chapters: readChapters(format.chapters, native, audioInfo.duration),
  };
}

const parsePosition = (text: string | undefined) =>
  text && Number.isFinite(Number(text)) ? Number(text) : null;

/** A tag under any of the names that audiobook programs use. */
function findTag(native: IAudioMetadata["native"], name: string): unknown[] {
  return Object.values(native).flatMap((tags) =>
    tags.filter(({ id }) => id.toLowerCase().split(":").at(-1) === name).map(({ value }) => value),
  );
}

const getTexts = (values: readonly unknown[]) => values.filter((value) => typeof value === "string");

type LibraryChapters = IAudioMetadata["format"]["chapters"];

function readChapters(
  parsedChapters: LibraryChapters,
  native: IAudioMetadata["native"],
  duration: number,
): readonly FoundChapter[] {
  const starts = parsedChapters?.length
    ? parsedChapters.map(({ title, start }) => ({ title: toSingleLine(title), start }))
    : readCommentChapters(native["vorbis"] ?? []);
  const sorted = starts
    .filter(({ start }) => Number.isFinite(start) && start >= 0)
    .sort((a, b) => a.start - b.start)
    .slice(0, maxChapters);
  return sorted.map((chapter, i) => ({ ...chapter, end: sorted[i + 1]?.start ?? duration }));
}

/** Vorbis comments name chapters `CHAPTER001=00:01:02.500` and `CHAPTER001NAME=…`. */
function readCommentChapters(comments: readonly { id: string; value: unknown }[]) {
  const names = new Map<string, string>();
  const times = new Map<string, number>();
  for (const { id, value } of comments) {
    const [, number, isName] = /^CHAPTER(\d{1,4})(NAME)?$/i.exec(id) ?? [];
    if (!number || typeof value !== "string") continue;
    if (isName) names.set(number, toSingleLine(value));
    else times.set(number, parseSeconds(value));
  }
  return [...times].map(([number, start]) => ({ title: names.get(number) ?? "", start }));
}

function parseSeconds(clock: string): number {
  const [, hours, minutes, seconds] = /^(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(clock.trim()) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function toDistinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => toSingleLine(text)).filter(Boolean))].slice(0, 20);
}

/** One line without control characters. */
function toSingleLine(text: string | undefined, max = maxTextLength): string {
  return decodeArabic(text ?? "")
    .replace(/[\p{Cc}\p{Cs}]+/gu, " ")
    .trim()
    .slice(0, max);
}

/** Windows-1256, which Arabic programs wrote where ID3 means Latin-1; no Latin word is of accented letters only. */
function decodeArabic(text: string): string {
  const isArabic = /(?<![a-z])[\xc0-\xff]{3,}(?![a-z])/i.test(text) && !/[^\0-\xff]/.test(text);
  return isArabic ? new TextDecoder("windows-1256").decode(Buffer.from(text, "latin1")) : text;
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Reading the tags took too long.")), maxMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
