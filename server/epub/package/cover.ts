import type { EpubLimits } from "#shared/epub/limits.ts";
import { getMediaType, svgType, xhtmlType } from "#shared/epub/package/media-types.ts";
import type { EpubPackage } from "#shared/epub/package/read-opf.ts";
import { resolvePath } from "#shared/epub/package/resolve-href.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { createUrlResolver, type FileIndex } from "#shared/epub/sanitize/url-policy.ts";
import type { Archive } from "#server/epub/zip/archive.ts";

const maxBytes = 30_000_000;

/**
 * Finds the cover: from the package, the guide, the file name, or an image-only first page. An SVG yields the
 * image inside it.
 *
 * @returns JPEG, PNG, GIF or WebP bytes by signature; null for none
 */
export async function readCover(
  archive: Archive,
  book: EpubPackage,
  files: FileIndex,
  limits: EpubLimits,
  isPictureOnly: (path: string) => boolean,
): Promise<Buffer | null> {
  const coverItem = book.manifest.find(
    ({ id, path, isMissing, mediaType }) =>
      !isMissing &&
      getMediaType(path, mediaType).startsWith("image/") &&
      /cover/i.test(`${id} ${path.split("/").at(-1)}`),
  );
  const first = book.spine.find(({ isMissing, isLinear }) => isLinear && !isMissing)?.source ?? "";
  const candidates = [
    book.coverImage,
    book.coverPage,
    coverItem?.path ?? "",
    isPictureOnly(first) ? first : "",
  ];
  for (const candidate of candidates) {
    const found = candidate
      ? await readPicture(archive, book, candidate, files, limits).catch(() => null)
      : null;
    if (found) return found;
  }
  return null;
}

async function readPicture(
  archive: Archive,
  book: EpubPackage,
  path: string,
  files: FileIndex,
  limits: EpubLimits,
): Promise<Buffer | null> {
  const declared = book.manifest.find((item) => item.path === path)?.mediaType;
  const type = getMediaType(path, declared);
  if (type !== xhtmlType && type !== svgType) return readRaster(archive, path);
  const entry = archive.entries.get(path);
  if (!entry) return null;
  const page = decodeText(await archive.read(entry, limits.document));
  const source = findFirstPicture(sanitizeDocument(page, createUrlResolver(path, files)).body);
  if (source === null) return null;
  const data = /^data:image\/[\w+.-]+;base64,(.*)$/s.exec(source)?.[1];
  if (data !== undefined) return toRaster(Buffer.from(data, "base64"));
  const target = resolvePath(path, source);
  return target === null || target === path ? null : readRaster(archive, target);
}

function findFirstPicture(tokens: ReturnType<typeof sanitizeDocument>["body"]): string | null {
  for (const token of tokens) {
    if (
      token.type === "text" ||
      token.type === "raw" ||
      !/^(?:img|image)$/.test(token.name) ||
      token.type === "close"
    )
      continue;
    const source = / (?:src|(?:xlink:)?href)="([^"]*)"/.exec(token.attributes)?.[1];
    if (source) return source.replaceAll("&amp;", "&");
  }
  return null;
}

async function readRaster(archive: Archive, path: string): Promise<Buffer | null> {
  const entry = archive.entries.get(path);
  return entry ? toRaster(await archive.read(entry, maxBytes)) : null;
}

/** The signature decides, not the name. */
function toRaster(content: Buffer): Buffer | null {
  const head = content.subarray(0, 12).toString("latin1");
  const isPicture =
    head.startsWith("\xff\xd8\xff") ||
    head.startsWith("\x89PNG\r\n") ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF.{4}WEBP/s.test(head);
  return isPicture ? content : null;
}
