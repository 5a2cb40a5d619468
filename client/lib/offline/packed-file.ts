const packedHeader = "X-Packed";
const packedFormat = "gzip";
const isText = /^(text\/|application\/([\w.-]+\+)?(xml|json)|image\/svg)/;

/** Compresses a text, as in its EPUB, and drops the headers of the transport. */
export async function packFile(reply: Response): Promise<Response> {
  const type = reply.headers.get("Content-Type") ?? "";
  const headers = new Headers({ "Content-Type": type });
  if (!reply.body || !isText.test(type)) return new Response(await reply.arrayBuffer(), { headers });
  headers.set(packedHeader, packedFormat);
  const packed = reply.body.pipeThrough(new CompressionStream(packedFormat));
  return new Response(await new Response(packed).arrayBuffer(), { headers });
}

/** The content of a stored file, also of one that an earlier version of the app stored. */
export function unpackFile(stored: Response): Response {
  if (!stored.body || !stored.headers.has(packedHeader)) return stored;
  const headers = new Headers(stored.headers);
  headers.delete(packedHeader);
  return new Response(stored.body.pipeThrough(new DecompressionStream(packedFormat)), { headers });
}
