import { createHash } from "node:crypto";
import { Transform } from "node:stream";

const checkEveryBytes = 32 * 1024 * 1024;

/**
 * Passes bytes through and computes their count and checksum.
 *
 * @param check called after each 32 MB; a rejection ends the stream
 */
export function measureStream(check: () => Promise<void> = async () => {}) {
  const hash = createHash("sha256");
  let bytes = 0;
  let nextCheck = checkEveryBytes;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes < nextCheck) return done(null, chunk);
      nextCheck = bytes + checkEveryBytes;
      check().then(() => done(null, chunk), done);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest("hex") }) };
}
