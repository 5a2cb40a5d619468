const widths = [160, 320, 640] as const;

export function getMediaUrl(url: string, mediaType: "cover" | "epub", bookId: string): string {
  if (!url) return "";
  if (url.includes("/api/media/stream") || /^https?:/.test(url) || url.startsWith("/covers/")) return url;
  return `/api/media/stream?mediaType=${mediaType}&bookId=${encodeURIComponent(bookId)}`;
}

/** The `srcset` of a cover; empty for URLs without width variants. */
export function getCoverSrcset(url: string): string {
  const match = /^(.*-)(?:160|320|640)(\.webp)$/.exec(url);
  return match ? widths.map((width) => `${match[1]}${width}${match[2]} ${width}w`).join(", ") : "";
}

/** The URL of a cover in another width, such as the large one for lock screens. */
export function getCoverUrl(url: string, width: (typeof widths)[number]): string {
  return url.replace(/-(?:160|320|640)\.webp$/, `-${width}.webp`);
}
