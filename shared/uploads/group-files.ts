/** The files of one book, as proposed before an upload. */
export interface FileGroup {
  /** Empty for files without a common name. */
  readonly title: string;
  /** The folder that the title comes from; empty for none. */
  readonly folder: string;
  readonly paths: readonly string[];
}

export const isEpub = (path: string) => /\.epub$/i.test(path);
const isWholeAudiobook = (path: string) => /\.(m4b|zip)$/i.test(path);
export const isAudio = (path: string) => /\.(mp3|m4a|m4b|mp4|ogg|oga|opus|flac|aac|zip)$/i.test(path);
const isImage = (path: string) => /\.(jpe?g|png|webp)$/i.test(path);
/** Cue sheets have chapters, playlists the order of files. */
export const isPlaylist = (path: string) => /\.(cue|m3u8?)$/i.test(path);
const isCover = (path: string) => /(^|\/)(cover|folder|front)\.(jpe?g|png|webp)$/i.test(path);
const isHidden = (path: string) => /(^|\/)(\.|__MACOSX\/)/.test(path);
const isDisc = (name: string) =>
  /^(?:cd|disc|disk|dvd|part|side|(?:ال)?(?:قرص|اسطوان[هة]|أسطوان[هة]|شريط|كاسيت))[\s._-]*\p{Nd}{1,3}$/iu.test(
    name.normalize("NFC"),
  );

/** Whether a file can be part of a book. */
export const isUploadable = (path: string): boolean =>
  !isHidden(path) && (isEpub(path) || isAudio(path) || isImage(path) || isPlaylist(path));

/**
 * Groups files into books, like the import of a folder: a folder with an EPUB, audio or both is one book,
 * "CD 1" folders belong to their parent, and several EPUBs or complete audiobooks in a folder are several
 * books.
 */
export function groupFiles(paths: readonly string[]): FileGroup[] {
  const folders = new Map<string, string[]>();
  for (const path of paths.filter(isUploadable)) {
    const folder = getBookFolder(path);
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders].flatMap(([folder, files]) => groupFolder(folder, files));
}

function getBookFolder(path: string): string {
  const folders = path.split("/").slice(0, -1);
  while (folders.length > 0 && isDisc(folders.at(-1) ?? "")) folders.pop();
  return folders.join("/");
}

function groupFolder(folder: string, files: readonly string[]): FileGroup[] {
  const epubs = files.filter(isEpub);
  const audio = files.filter(isAudio);
  const images = files.filter(isImage);
  const playlists = audio.length > 0 ? files.filter(isPlaylist) : [];
  if (epubs.length + audio.length === 0) return [];
  const cover = images.filter(isCover).slice(0, 1);
  const folderTitle = folder.split("/").at(-1) ?? "";
  const audiobooks = audio.filter(isWholeAudiobook);
  const parts = audio.filter((path) => !isWholeAudiobook(path));
  const isOneBook =
    epubs.length <= 1 && (audiobooks.length === 0 || (audiobooks.length === 1 && parts.length === 0));
  if (isOneBook) {
    const [only = ""] = epubs.length > 0 ? epubs : audio;
    const title =
      folderTitle ||
      (epubs.length > 0 || audio.length === 1 ? getStem(only) : getCommonTitle(audio.map(getStem)));
    return [
      {
        title,
        folder: folderTitle,
        paths: [...epubs, ...audio, ...(cover.length > 0 ? cover : images.slice(0, 1)), ...playlists],
      },
    ];
  }
  const books = new Map<string, string[]>();
  for (const path of [...epubs, ...audiobooks]) {
    const key = getKey(path);
    books.set(key, [...(books.get(key) ?? []), path]);
  }
  const isOfBook = (path: string) => books.get(getKey(path))?.some(isAudio) ?? false;
  const groups = [...books].map(([key, paths]) => ({
    title: getStem(paths[0] ?? ""),
    folder: "",
    paths: [...paths, ...playlists.filter((path) => isOfBook(path) && getKey(path) === key)],
  }));
  if (parts.length === 0) return groups;
  const rest = playlists.filter((path) => !isOfBook(path));
  const title = folderTitle || getCommonTitle(parts.map(getStem));
  return [...groups, { title, folder: folderTitle, paths: [...parts, ...rest] }];
}

const getKey = (path: string) => getStem(path).toLowerCase();

const getStem = (path: string) => (path.split("/").at(-1) ?? "").replace(/\.\w+$/, "").replace(/_/g, " ");

/**
 * The common part of the names of numbered files: `Journey` for `Journey 01` and `Journey 02`, `Sonnet` for
 * `01 Sonnet I` and `02 Sonnet II`; empty for names without one.
 */
export function getCommonTitle(names: readonly string[]): string {
  const [first = "", ...others] = names.map((name) => name.replace(/^[\s\p{Nd}\p{P}]+/u, ""));
  let length = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length--;
  }
  const isInsideWord = [first, ...others].some((name) =>
    /^\p{L}\p{L}$/u.test(name.slice(length - 1, length + 1)),
  );
  const common = first.slice(0, length);
  const words = isInsideWord ? common.replace(/\p{L}+$/u, "") : common;
  return words.replace(/[\s\p{Nd}\p{P}]+$/u, "");
}
