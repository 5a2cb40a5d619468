import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import type { S3Settings } from "#server/storage/s3.ts";

/** Starts an S3 server on loopback with an empty bucket. */
export async function startS3Server(): Promise<{ readonly settings: S3Settings; stop(): Promise<void> }> {
  const directory = mkdtempSync(path.join(tmpdir(), "maktaba-s3-"));
  const bucket = "maktaba";
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    settings: {
      bucket,
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      cacheBytes: 1e9,
    },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
