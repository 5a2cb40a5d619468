import path from "node:path";
import { parseFile } from "music-metadata";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";

interface TaggedFile {
  readonly file: string;
  readonly album: string;
  readonly track: number | null;
  readonly hasChapters: boolean;
}

/**
 * Groups a folder's audio files into books: one album is one book; an M4B or a file with chapters is a book
 * unless numbered parts share its album; files without an album are one book in their own folder or when
 * numbered.
 *
 * @param isRoot the imported folder itself
 */
export async function groupAudio(files: readonly string[], isRoot: boolean): Promise<string[][]> {
  if (files.length <= 1) return files.map((file) => [file]);
  const taggedFiles: TaggedFile[] = [];
  for (const file of files) taggedFiles.push(await readFileTags(file));

  const albums = new Map<string, TaggedFile[]>();
  for (const part of taggedFiles) {
    const album = part.album || (isM4b(part.file) ? part.file : "");
    albums.set(album, [...(albums.get(album) ?? []), part]);
  }
  return [...albums].flatMap(([album, parts]) => {
    if (album === "" && isRoot && !areNumbered(parts)) return parts.map(({ file }) => [file]);
    return splitIntoBooks(parts);
  });
}

function splitIntoBooks(parts: readonly TaggedFile[]): string[][] {
  const tracks = parts.map(({ track }) => track);
  const areParts = !tracks.includes(null) && new Set(tracks).size === parts.length;
  if (parts.length === 1 || areParts) return [parts.map(({ file }) => file)];
  const wholeBooks = parts.filter(({ file, hasChapters }) => hasChapters || isM4b(file));
  const others = parts.filter((part) => !wholeBooks.includes(part));
  return [
    ...wholeBooks.map(({ file }) => [file]),
    ...(others.length ? [others.map(({ file }) => file)] : []),
  ];
}

const isM4b = (file: string) => /\.m4b$/i.test(file);

function areNumbered(parts: readonly TaggedFile[]): boolean {
  const names = parts.map(({ file }) => path.basename(file, path.extname(file)));
  if (names.every((name) => /^\d{1,4}\b/.test(normalizeSearchText(name)))) return true;
  return (
    new Set(names.map((name) => normalizeSearchText(name).replace(/\d+/g, "#"))).size === 1 &&
    /\d/.test(normalizeSearchText(names[0] ?? ""))
  );
}

async function readFileTags(file: string): Promise<TaggedFile> {
  const isMp4 = /\.(m4a|m4b|mp4)$/i.test(file);
  const found = await parseFile(file, { skipCovers: true, duration: false, includeChapters: !isMp4 }).catch(
    () => null,
  );
  return {
    file,
    album: normalizeSearchText(found?.common.album ?? ""),
    track: found?.common.track.no ?? null,
    hasChapters: (found?.format.chapters?.length ?? 0) > 1,
  };
}
