import type { AudioTags } from "#shared/uploads/audio-title.ts";

const maxFiles = 50;

/** The tags of audio files; those without readable tags have empty ones. */
export async function readAudioTags(files: readonly File[]): Promise<AudioTags[]> {
  const { parseBlob } = await import("music-metadata");
  const tags: AudioTags[] = [];
  for (const file of files.slice(0, maxFiles)) {
    const found = await parseBlob(file, { skipCovers: true, duration: false }).catch(() => null);
    const { title = "", album = "", albumartist, artists = [] } = found?.common ?? {};
    tags.push({ title, album, artists: albumartist ? [albumartist] : artists });
  }
  return tags;
}
