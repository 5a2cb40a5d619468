/** Decodes a document by its byte order mark, what it says of itself, or else as UTF-8. NUL, which no database takes, goes. */
export function decodeText(content: Buffer): string {
  return decoderFor(content).decode(content).replaceAll("\0", "");
}

function decoderFor(content: Buffer): TextDecoder {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder("utf-16le");
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder("utf-16be");
  if (content[0] === 0x3c && content[1] === 0) return new TextDecoder("utf-16le");
  if (content[0] === 0 && content[1] === 0x3c) return new TextDecoder("utf-16be");
  const head = content.subarray(0, 1024).toString("latin1");
  const named =
    /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w:.-]+)["']/i.exec(head) ??
    /<meta[^>]+\bcharset\s*=\s*["']?([\w:.-]+)/i.exec(head);
  return (named?.[1] && decoderNamed(named[1])) || new TextDecoder();
}

function decoderNamed(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
