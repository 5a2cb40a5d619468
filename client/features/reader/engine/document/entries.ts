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

/** A book that is only on this device. */
export interface LocalEbook extends Ebook {
  /** Null for a file that the book does not have. */
  readonly loadEntry: (path: string) => Promise<Blob | null>;
}

export const isLocal = (ebook: object): ebook is LocalEbook => "loadEntry" in ebook;

/** Fetches a file of the EPUB from where the book is. */
export async function fetchEntry(ebook: Ebook, path: string, init?: RequestInit): Promise<Response> {
  if (!isLocal(ebook)) return fetch(getEntryUrl(ebook, path), init);
  const entry = await ebook.loadEntry(path);
  return new Response(entry, { status: entry ? 200 : 404 });
}

export interface EntryLoader extends Loader {
  /** Loads a text for the next `loadText` of that path. */
  readonly prefetchText: (path: string) => void;
}

/**
 * Gives foliate-js single files from our API, so that a book of 200 MB opens as fast as a small one. Files
 * that the EPUB does not contain are null and cost no request.
 */
export function createEntryLoader(ebook: Ebook, signal: AbortSignal): EntryLoader {
  const sizes = new Map(ebook.entries);

  const load = async (path: string): Promise<Response | null> => {
    if (!sizes.has(path)) return null;
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const init = { credentials: "include", signal: abortSignal } as const;
    const response = await fetchEntry(ebook, path, init).catch(() => {
      throw new EntryError(path, 0);
    });
    if (!response.ok) throw new EntryError(path, response.status);
    return response;
  };

  const loadText = async (path: string) => (await load(path))?.text() ?? null;
  const prefetched = new Map<string, Promise<string | null>>();

  return {
    prefetchText: (path) => {
      const loading = loadText(path);
      loading.catch(() => {});
      prefetched.set(path, loading);
    },
    loadText: (path) => {
      const loading = prefetched.get(path) ?? loadText(path);
      prefetched.delete(path);
      return loading;
    },
    loadBlob: async (path) => (await load(path))?.blob() ?? null,
    getSize: (path) => sizes.get(path) ?? 0,
  };
}
