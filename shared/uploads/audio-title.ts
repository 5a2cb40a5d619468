import { getCommonTitle } from "./group-files.ts";

/** The tags of an audio file; empty where it has none. */
export interface AudioTags {
  readonly title: string;
  readonly album: string;
  readonly artists: readonly string[];
}

/**
 * The title of a book of audio files: the album, the folder, or what the titles of the tracks have in
 * common; empty for none. A single file is named by its own title first.
 */
export function getAudioTitle(tags: readonly AudioTags[], folder: string): string {
  const album = tags.find((each) => each.album)?.album ?? "";
  const titles = tags.map(({ title }) => title);
  if (tags.length === 1) return titles[0] || album || folder;
  return album || folder || (titles.every(Boolean) ? getCommonTitle(titles) : "");
}

/** The artists of all files. */
export const getAudioAuthors = (tags: readonly AudioTags[]): string[] => [
  ...new Set(tags.flatMap(({ artists }) => artists)),
];
