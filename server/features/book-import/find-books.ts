import { readdir } from "node:fs/promises";
import path from "node:path";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { isPlaylist } from "#shared/uploads/group-files.ts";
import type { FoundBook } from "./found-book.ts";
import { groupAudio } from "./group-audio.ts";
import { compareNaturally } from "./natural-order.ts";

/** Also in formats that are refused, so that no part of a book goes missing unnoticed. */
export const isAudio = (name: string) =>
  /\.(mp3|m4a|m4b|mp4|ogg|oga|opus|flac|aac|aax|aiff?|amr|ape|mka|wav|wma|wv)$/i.test(name);
export const isEpub = (name: string) => /\.epub$/i.test(name);
const isDisc = (name: string) =>
  /^(?:cd|disc|disk|dvd|teil|part|side|(?:ال)?(?:قرص|اسطوان[هة]|أسطوان[هة]|شريط|كاسيت))[\s._-]*\p{Nd}{1,3}$/iu.test(
    name.normalize("NFC"),
  );
export const isImage = (name: string) => /\.(jpe?g|png|webp|avif)$/i.test(name);
const isCover = (name: string) => /^(cover|folder|front)\.\w+$/i.test(name);
const isCoverLike = (name: string) => /(?<!\p{L})(cover|front)(?!\p{L})|غلاف/iu.test(name);

/** The image among a book's files that is named as its cover, else the only one. */
export function findCover(files: readonly string[]): string | null {
  const images = files.filter(isImage);
  const named = [isCover, isCoverLike].map((matches) => images.find((file) => matches(path.basename(file))));
  return named.find(Boolean) ?? (images.length === 1 ? (images[0] ?? null) : null);
}

interface Folder {
  readonly path: string;
  /** Absolute paths, in order. */
  readonly files: readonly string[];
  readonly folders: readonly Folder[];
}

/**
 * Finds all books below a folder. A folder with an EPUB, audio or both is a book; several EPUBs are several
 * books; unrelated audio files are separate books; "CD 1" folders belong to their parent. Links are not
 * followed.
 *
 * @param onUnreadable called for each unreadable subfolder
 */
export async function findBooks(
  root: string,
  onUnreadable: (name: string, error: unknown) => void = () => {},
): Promise<FoundBook[]> {
  const tree = await readFolder(root, (folder, error) => {
    if (folder === root) throw error;
    onUnreadable(path.relative(root, folder), error);
  });
  return listBooksIn(tree, root, true);
}

async function readFolder(
  folder: string,
  onUnreadable: (folder: string, error: unknown) => void,
): Promise<Folder> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    onUnreadable(folder, error);
    return [];
  });
  const visibleEntries = entries.filter(({ name }) => !/^(\.|@|__MACOSX$|#)/.test(name));
  const listNames = (entriesOrFiles: typeof visibleEntries) =>
    entriesOrFiles.map(({ name }) => name).sort(compareNaturally);
  const folders = listNames(visibleEntries.filter((entry) => entry.isDirectory()));
  return {
    path: folder,
    files: listNames(visibleEntries.filter((entry) => entry.isFile())).map((name) => path.join(folder, name)),
    folders: await Promise.all(folders.map((name) => readFolder(path.join(folder, name), onUnreadable))),
  };
}

async function listBooksIn(folder: Folder, root: string, isRoot: boolean): Promise<FoundBook[]> {
  if (findFile(folder, "maktaba.json")) return [getBook(folder, root, listAllFiles(folder))];
  const discs = folder.folders.filter((each) => isDisc(path.basename(each.path)));
  const ownFiles = [...folder.files, ...discs.flatMap(listAllFiles)];
  const subfolders = folder.folders.filter((each) => !discs.includes(each));
  const books = await getBooks(folder, ownFiles, root, isRoot);
  for (const each of subfolders) books.push(...(await listBooksIn(each, root, false)));
  return books;
}

async function getBooks(
  folder: Folder,
  files: readonly string[],
  root: string,
  isRoot: boolean,
): Promise<FoundBook[]> {
  const epubs = files.filter(isEpub);
  const audio = files.filter(isAudio);
  if (!epubs.length && !audio.length) return [];
  const isOneFolder = !isRoot && epubs.length === 1;
  const groups = isOneFolder ? (audio.length ? [audio] : []) : await groupAudio(audio, isRoot);
  if (epubs.length <= 1 && groups.length <= 1) return [getBook(folder, root, files, isRoot)];

  const matched = new Map(epubs.map((epub) => [epub, groups.find((group) => isSameBook(epub, group))]));
  const assigned = new Set(matched.values());
  const companions = folder.files.filter((file) => isPlaylist(file) || isImage(file));
  const toSingleBook = (sources: readonly string[]) => {
    const isNamedAlike = (file: string) => sources.some((source) => isSameName(source, file));
    const book = getBook({ ...folder, files: companions.filter(isNamedAlike) }, root, sources, true);
    return { ...book, name: path.relative(root, sources[0] ?? folder.path) };
  };
  return [
    ...epubs.map((epub) => toSingleBook([epub, ...(matched.get(epub) ?? [])])),
    ...groups.filter((group) => !assigned.has(group)).map(toSingleBook),
  ];
}

const isSameBook = (epub: string, group: readonly string[]) => group.some((file) => isSameName(file, epub));

/** Also of a companion that has the whole name of the source: `Book.m4b.cue`. */
function isSameName(source: string, file: string): boolean {
  const name = normalizeSearchText(getStem(file));
  return [getStem(source), path.basename(source)].some((each) => normalizeSearchText(each) === name);
}

const getStem = (file: string) => path.basename(file, path.extname(file));

const isNumber = (name: string) => /^[\p{Nd}\p{P}\s]*$/u.test(name);

const listAllFiles = (folder: Folder): string[] => [...folder.files, ...folder.folders.flatMap(listAllFiles)];

const findFile = (folder: Folder, name: string) =>
  folder.files.find((file) => path.basename(file) === name) ?? null;

/** The only cue sheet of a single audio file. */
export function findCue(files: readonly string[], audio: readonly string[]): string | null {
  const [cue = null, ...others] = files.filter((file) => /\.cue$/i.test(file));
  return audio.length === 1 && others.length === 0 ? cue : null;
}

/** @param isNamedByFile whether the name of the folder is not the title */
function getBook(folder: Folder, root: string, files: readonly string[], isNamedByFile = false): FoundBook {
  const sources = files.filter((file) => isEpub(file) || isAudio(file));
  const [first = folder.path] = sources;
  const isSingleFile = isNamedByFile && sources.length === 1;
  const key = isSingleFile || !folder.files.length ? first : folder.path;
  return {
    name: path.relative(root, key) || path.basename(key),
    title: isSingleFile && !isNumber(getStem(first)) ? getStem(first) : path.basename(folder.path),
    epub: sources.find(isEpub) ?? null,
    audio: sources.filter(isAudio),
    cover: findCover(folder.files),
    cue: findCue(folder.files, sources.filter(isAudio)),
    playlists: folder.files.filter(isPlaylist),
    sidecar: findFile(folder, "maktaba.json"),
    sync: findFile(folder, "sync.json"),
  };
}
