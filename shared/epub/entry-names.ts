import { crc32 } from "./crc32.ts";
import { UnreadableEpubError } from "./unreadable-epub-error.ts";

/** The upper half of code page 437, the default of zip names. */
const upper437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

const utf8 = new TextDecoder("utf-8", { fatal: true });

const windows1256 = new TextDecoder("windows-1256");

/** Decodes the name of a ZIP entry: UTF-8 if valid, else code page 437. */
function decodeEntryName(raw: Uint8Array): string {
  return (
    decodeUtf8(raw) ??
    Array.from(raw, (byte) => (byte < 128 ? String.fromCharCode(byte) : upper437[byte - 128])).join("")
  );
}

function decodeUtf8(raw: Uint8Array): string | null {
  try {
    return utf8.decode(raw);
  } catch {
    return null;
  }
}

/** A name that was decoded from code page 437, from Windows-1256 instead. */
export function toWindows1256(name: string): string {
  const bytes = Uint8Array.from(name, (character) =>
    character < "\x80" ? character.charCodeAt(0) : upper437.indexOf(character) + 128,
  );
  return windows1256.decode(bytes);
}

const unicodePathId = 0x7075;

/** The name in Info-ZIP's field for it; null without one that belongs to the raw name. */
function findUnicodePath(raw: Uint8Array, extra: Uint8Array): string | null {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    const data = extra.subarray(at + 4, at + 4 + view.getUint16(at + 2, true));
    const isUnicodePath = view.getUint16(at, true) === unicodePathId && data.length > 5 && data[0] === 1;
    if (isUnicodePath && view.getUint32(at + 5, true) === crc32(raw)) return decodeUtf8(data.subarray(5));
  }
  return null;
}

/**
 * Normalizes a name to single forward slashes without `.` segments.
 *
 * @param extra the extra fields of the entry
 * @throws {UnreadableEpubError} for a name that points outside of the book
 */
export function toSafeEntryName(raw: Uint8Array, extra: Uint8Array): string {
  const name = normalize(decodeEntryName(raw));
  const unicodePath = findUnicodePath(raw, extra);
  return unicodePath === null ? name : normalize(unicodePath);
}

function normalize(name: string): string {
  const path = name.replaceAll("\\", "/").replace(/(?<=^|\/)(?:\.\/)+|(?<=\/)\/+/g, "");
  if (
    path.startsWith("/") ||
    /^[a-z]:/i.test(path) ||
    path.split("/").includes("..") ||
    path.includes("\0")
  ) {
    throw new UnreadableEpubError("epub_path_outside");
  }
  return path || "/";
}
