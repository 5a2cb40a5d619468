import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";

const maxBytes = 1_000_000;

/**
 * The audio files that a playlist or cue sheet names, in its order: by their path from its folder, else by a
 * name that only one of them has.
 */
export async function readPlaylist(playlist: string, audio: readonly string[]): Promise<string[]> {
  if ((await stat(playlist)).size > maxBytes) return [];
  const text = decodeText(await readFile(playlist));
  const names = /\.cue$/i.test(playlist) ? listCueFiles(text) : listM3uFiles(text);
  const byPath = new Map(audio.map((file) => [toKey(path.relative(path.dirname(playlist), file)), file]));
  const named = names.flatMap((name) => {
    const key = toKey(name.replaceAll("\\", "/"));
    const sameName = audio.filter((file) => toKey(path.basename(file)) === path.posix.basename(key));
    return byPath.get(path.posix.normalize(key)) ?? (sameName.length === 1 ? sameName : []);
  });
  return [...new Set(named)];
}

const toKey = (name: string) => name.normalize("NFC").toLowerCase();

const listCueFiles = (text: string) =>
  Array.from(
    text.matchAll(/^\s*FILE\s+(?:"([^"\r\n]*)"|(\S+))/gim),
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );

function listM3uFiles(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map(decodeUrl);
}

/** Names with `%` that are no URL stay. */
function decodeUrl(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
