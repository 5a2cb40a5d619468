import { type Preparation, prepareDocument } from "#server/epub/sanitize/prepare-document.ts";
import { prepareInWorker } from "#server/epub/workers.ts";
import { notFound, ProblemError } from "#server/http/api/problem.ts";

const maxBytes = 32_000_000;

/** Larger documents would delay other requests. */
const workerThresholdBytes = 100_000;

const cache = new Map<string, Buffer>();
const pending = new Map<string, Promise<Buffer>>();
let cacheBytes = 0;

/**
 * Prepares a file of a book once for concurrent and later requests.
 *
 * @param key identifies the content, the path and the readable part
 */
export async function getPreparedFile(key: string, preparation: () => Promise<Preparation>): Promise<Buffer> {
  const cached = cache.get(key);
  if (cached) {
    cache.delete(key);
    cache.set(key, cached);
    return cached;
  }
  const preparing = pending.get(key) ?? prepare(preparation).finally(() => pending.delete(key));
  pending.set(key, preparing);
  const file = await preparing;
  store(key, file);
  return file;
}

async function prepare(preparation: () => Promise<Preparation>): Promise<Buffer> {
  const prepared = await preparation();
  try {
    const isLarge = prepared.content.byteLength > workerThresholdBytes;
    return Buffer.from(isLarge ? await prepareInWorker(prepared) : prepareDocument(prepared));
  } catch (error) {
    throw error instanceof ProblemError ? error : notFound("page");
  }
}

function store(key: string, content: Buffer): void {
  if (cache.has(key) || content.byteLength > maxBytes / 4) return;
  cache.set(key, content);
  cacheBytes += content.byteLength;
  for (const [oldest, { byteLength }] of cache) {
    if (cacheBytes <= maxBytes) return;
    cache.delete(oldest);
    cacheBytes -= byteLength;
  }
}
