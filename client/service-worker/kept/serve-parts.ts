import { type FileInfo, getFileInfoUrl, getPartUrl, partBytes } from "#client/lib/offline/kept-caches.ts";

type Range = readonly [first: number, last: number];

/** Answers with a file that is stored in parts, or a range of it; null while it is not complete. */
export async function serveParts(cache: Cache, path: string, range: string | null): Promise<Response | null> {
  const stored = await cache.match(getFileInfoUrl(path));
  if (!stored) return null;
  const { bytes, mediaType } = (await stored.json()) as FileInfo;
  const headers = { "Content-Type": mediaType, "Accept-Ranges": "bytes" };
  const selected = range === null ? ([0, bytes - 1] as const) : parseRange(range, bytes);
  if (!selected) {
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${bytes}` } });
  }
  const [first, last] = selected;
  return new Response(streamParts(cache, path, selected), {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      "Content-Length": String(last - first + 1),
      ...(range !== null && { "Content-Range": `bytes ${first}-${last}/${bytes}` }),
    },
  });
}

/** Null when it is not satisfiable. */
export function parseRange(header: string, bytes: number): Range | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (from === "" && to === "") return null;
  const first = from === "" ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return first <= last && first < bytes ? [first, last] : null;
}

/** Reads one part at a time. */
function streamParts(cache: Cache, path: string, [first, last]: Range): ReadableStream<Uint8Array> {
  let at = first;
  return new ReadableStream({
    async pull(controller) {
      const index = Math.floor(at / partBytes);
      const start = index * partBytes;
      const part = await cache.match(getPartUrl(path, index));
      const content = part && new Uint8Array(await part.arrayBuffer()).subarray(at - start, last + 1 - start);
      if (!content?.length) return controller.error(new TypeError(`${path} lacks part ${index}`));
      controller.enqueue(content);
      at += content.length;
      if (at > last) controller.close();
    },
  });
}
