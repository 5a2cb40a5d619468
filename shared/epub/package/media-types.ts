export const xhtmlType = "application/xhtml+xml";
export const svgType = "image/svg+xml";

const typeByExtension: Readonly<Record<string, string>> = {
  xhtml: xhtmlType,
  html: xhtmlType,
  htm: xhtmlType,
  svg: svgType,
  css: "text/css",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
  ttf: "font/ttf",
  otf: "font/otf",
  woff: "font/woff",
  woff2: "font/woff2",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
  ncx: "application/x-dtbncx+xml",
  opf: "application/oebps-package+xml",
  smil: "application/smil+xml",
  pls: "application/pls+xml",
  xml: "application/xml",
};

const safeTypes = new Set(Object.values(typeByExtension));

/**
 * The served media type: the manifest's if it is known and harmless, else by extension, else
 * application/octet-stream.
 */
export function getMediaType(path: string, declared?: string): string {
  const declaredType = declared?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (declaredType === "text/html" || declaredType === "text/x-oeb1-document") return xhtmlType;
  if (safeTypes.has(declaredType)) return declaredType;
  return typeByExtension[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";
}

/** Image types that readers display without a manifest fallback. */
export const isCoreImage = (type: string) => /^image\/(?:jpeg|png|gif|webp|svg\+xml|avif|bmp)$/.test(type);

export const isFont = (type: string) =>
  /^(?:font\/|application\/(?:font|vnd\.ms-opentype|x-font))/.test(type);

/** Scripts are never served. */
export const isScript = (path: string, declared = "") =>
  /\.[cm]?js$/i.test(path) || /(?:java|ecma)script/i.test(declared);
