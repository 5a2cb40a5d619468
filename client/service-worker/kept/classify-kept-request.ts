const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const ofFile = new RegExp(`^/(?:media|covers|api/books)/(${uuid})/`);
const isEntry = /\/ebook\/[0-9a-f]+\/entries\//;
const ofBook = new RegExp(`^/api/(?:books|positions)/(${uuid})(?:/|$)`);
/** Streams and sign-in, which never have a stored copy. */
const neverKept = /^\/api\/(live|login|logout|docs|media|auth|uploads|prayer)(\/|$)|\/export|\.epub$/;

export interface KeptRequest {
  readonly path: string;
  /** Null for screens such as the library. */
  readonly bookId: string | null;
  /** Its URL changes with its content. */
  readonly isFile: boolean;
}

/** A request that a stored copy may answer; null for all others. */
export function classifyKeptRequest(
  { method, mode, headers, url }: Pick<Request, "method" | "mode" | "headers" | "url">,
  ownOrigin: string,
): KeptRequest | null {
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || origin !== ownOrigin || mode === "navigate") return null;
  const path = pathname + search;
  const bookId = ofFile.exec(pathname)?.[1];
  if (bookId && (isEntry.test(pathname) || !pathname.startsWith("/api/"))) {
    return { path, bookId, isFile: true };
  }
  if (!pathname.startsWith("/api/") || neverKept.test(pathname) || headers.has("Range")) return null;
  return { path, bookId: ofBook.exec(pathname)?.[1] ?? null, isFile: false };
}
