/** Decodes by byte order mark, declaration, or as UTF-8. Removes NUL, which Postgres rejects. */
export function decodeText(content: Uint8Array): string {
  const decoder = chooseDecoder(content);
  const text = decoder.decode(content).replaceAll("\0", "");
  return decoder.encoding === "windows-1252" ? fixWindows1252(text) : text;
}

/** Windows-1252 for 0x80 to 0x9F, which Node decodes as ISO 8859-1 controls. */
const upper1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const fixWindows1252 = (text: string) =>
  text.replace(/[\u0080-\u009f]/g, (control) => upper1252[control.charCodeAt(0) - 0x80] ?? control);

const maxHeadBytes = 4096;

function chooseDecoder(content: Uint8Array): TextDecoder {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder("utf-16le");
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder("utf-16be");
  if (content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf) return new TextDecoder();
  if (content[0] === 0x3c && content[1] === 0) return new TextDecoder("utf-16le");
  if (content[0] === 0 && content[1] === 0x3c) return new TextDecoder("utf-16be");
  const head = new TextDecoder("latin1").decode(content.subarray(0, maxHeadBytes));
  const declared =
    /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w:.-]+)["']/i.exec(head) ??
    /<meta[^>]+\bcharset\s*=\s*["']?([\w:.-]+)/i.exec(head);
  return (declared?.[1] && createDecoder(declared[1])) || guessDecoder(content);
}

/** Null for unknown encodings, and for UTF-16, in which the declaration could not have been read. */
function createDecoder(label: string): TextDecoder | null {
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding.startsWith("utf-16") ? null : decoder;
  } catch {
    return null;
  }
}

/** UTF-8 if valid; else Windows-1256 for Arabic, where most letters are above 0x7F, or Windows-1252. */
function guessDecoder(content: Uint8Array): TextDecoder {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(content);
    return new TextDecoder();
  } catch {
    const text = new TextDecoder("latin1").decode(content).replace(/<[^>]*>|[^a-z\x80-\xff]/gi, "");
    const upperCount = text.replace(/[a-z]/gi, "").length;
    return new TextDecoder(upperCount > text.length / 2 ? "windows-1256" : "windows-1252");
  }
}
