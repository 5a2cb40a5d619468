import type { Loader } from "foliate-js/epub.js";
import type { Ebook } from "#shared/reader/contract.ts";

/** A file of the EPUB failed to load: no network, time-out (status 0), or refused by the server. */
export class EntryError extends Error {
  override readonly name = "EntryError";
  readonly status: number;

  constructor(path: string, status: number) {
    super(`${path} did not load (${status})`);
    this.status = status;
  }
}

/** Time-out for one file, in milliseconds. */
const timeoutMs = 15_000;

/** The URL of one file of the EPUB. */
export function getEntryUrl({ bookId, version }: Pick<Ebook, "bookId" | "version">, path: string): string {
  const segments = path.split("/").map(encodeURIComponent).join("/");
  return `/api/books/${bookId}/ebook/${version}/entries/${segments}`;
}

/**
 * Gives foliate-js single files from our API, so that a book of 200 MB opens as fast as a small one. Files
 * that the EPUB does not contain are null and cost no request.
 */
export function createEntryLoader(ebook: Ebook, signal: AbortSignal): Loader {
  const sizes = new Map(ebook.entries);

  const load = async (path: string): Promise<Response | null> => {
    if (!sizes.has(path)) return null;
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(getEntryUrl(ebook, path), {
      credentials: "include",
      signal: abortSignal,
    }).catch(() => {
      throw new EntryError(path, 0);
    });
    if (!response.ok) throw new EntryError(path, response.status);
    return response;
  };

  return {
    loadText: async (path) => (await load(path))?.text() ?? null,
    loadBlob: async (path) => (await load(path))?.blob() ?? null,
    getSize: (path) => sizes.get(path) ?? 0,
  };
}
