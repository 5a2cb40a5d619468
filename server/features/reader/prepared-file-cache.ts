import { type Preparation, prepareDocument } from "#server/epub/sanitize/prepare-document.ts";
import { prepareInWorker } from "#server/epub/workers.ts";
import { notFound, ProblemError } from "#server/http/api/problem.ts";

const maxBytes = 32_000_000;

/** Larger documents would delay other requests. */
const ownThreadBytes = 100_000;

const stored = new Map<string, Buffer>();
const pending = new Map<string, Promise<Buffer>>();
let storedBytes = 0;

/**
 * Prepares a file of a book once for concurrent and later requests.
 *
 * @param key identifies the content, the path and the readable part
 */
export async function getPreparedFile(key: string, preparation: () => Promise<Preparation>): Promise<Buffer> {
  const known = stored.get(key);
  if (known) {
    stored.delete(key);
    stored.set(key, known);
    return known;
  }
  const preparing = pending.get(key) ?? make(preparation).finally(() => pending.delete(key));
  pending.set(key, preparing);
  const file = await preparing;
  store(key, file);
  return file;
}

async function make(preparation: () => Promise<Preparation>): Promise<Buffer> {
  const prepared = await preparation();
  try {
    const isLarge = prepared.content.byteLength > ownThreadBytes;
    return Buffer.from(isLarge ? await prepareInWorker(prepared) : prepareDocument(prepared));
  } catch (error) {
    throw error instanceof ProblemError ? error : notFound("page");
  }
}

function store(key: string, content: Buffer): void {
  if (stored.has(key) || content.byteLength > maxBytes / 4) return;
  stored.set(key, content);
  storedBytes += content.byteLength;
  for (const [oldest, { byteLength }] of stored) {
    if (storedBytes <= maxBytes) return;
    stored.delete(oldest);
    storedBytes -= byteLength;
  }
}
