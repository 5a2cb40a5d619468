import { UnreadableEpubError } from "./unreadable-epub-error.ts";

/** The upper half of code page 437, the default of zip names. */
const upper437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes the name of a ZIP entry: UTF-8 if valid, else code page 437. */
function decodeEntryName(raw: Uint8Array): string {
  try {
    return utf8.decode(raw);
  } catch {
    return Array.from(raw, (byte) => (byte < 128 ? String.fromCharCode(byte) : upper437[byte - 128])).join(
      "",
    );
  }
}

/**
 * Normalizes a name to single forward slashes without `.` segments.
 *
 * @throws {UnreadableEpubError} for a name that points outside of the book
 */
export function toSafeEntryName(raw: Uint8Array): string {
  const name = decodeEntryName(raw).replaceAll("\\", "/");
  const isOutside = name.startsWith("/") || /^[a-z]:/i.test(name) || name.split("/").includes("..");
  if (isOutside || name.includes("\0")) {
    throw new UnreadableEpubError("epub_path_outside");
  }
  return name.replace(/(?<=^|\/)(?:\.?\/)+/g, "");
}
