import { createHash } from "node:crypto";
import { Transform } from "node:stream";

/** Passes bytes through and computes their count and checksum. */
export function measureStream() {
  const hash = createHash("sha256");
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest("hex") }) };
}
