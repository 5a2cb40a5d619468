import type { Loader } from "foliate-js/epub.js";
import type { Ebook } from "#shared/reader/contract.ts";
import { failWhenStalled } from "./fail-when-stalled.ts";

/** A file of the EPUB failed to load: no network, stalled (status 0), or refused by the server. */
export class EntryError extends Error {
  override readonly name = "EntryError";
  readonly status: number;

  constructor(path: string, status: number) {
    super(`${path} did not load (${status})`);
    this.status = status;
  }
}

/** A file of which no bytes arrive for this time has failed, in milliseconds. */
const stallTimeoutMs = 15_000;

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

  const loading = new Map<string, Promise<Blob>>();
  const load = async (path: string): Promise<Blob | null> => {
    if (!sizes.has(path)) return null;
    const running = loading.get(path);
    if (running) return running;
    const started = readEntry(ebook, path, signal).finally(() => loading.delete(path));
    loading.set(path, started);
    return started;
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
    loadBlob: load,
    getSize: (path) => sizes.get(path) ?? 0,
  };
}

/** @throws {EntryError} */
async function readEntry(ebook: Ebook, path: string, closing: AbortSignal): Promise<Blob> {
  try {
    return await failWhenStalled(stallTimeoutMs, async (stalled, onProgress) => {
      const signal = AbortSignal.any([closing, stalled]);
      const response = await fetchEntry(ebook, path, { credentials: "include", signal });
      if (!response.ok) throw new EntryError(path, response.status);
      return readBody(response, onProgress);
    });
  } catch (error) {
    throw error instanceof EntryError ? error : new EntryError(path, 0);
  }
}

async function readBody({ body, headers }: Response, onChunk: () => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    chunks.push(next.value);
    onChunk();
  }
  return new Blob(chunks, { type: headers.get("Content-Type") ?? "" });
}
