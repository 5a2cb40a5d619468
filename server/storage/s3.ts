import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { FileCache } from "./file-cache.ts";
import { assertStorageKey } from "./keys.ts";
import { measureStream } from "./measure-stream.ts";
import type { FileWithAge, RandomAccessFile, Storage } from "./storage.ts";

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Of an S3-compatible store; empty for Amazon's own. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of the local copies for programs that need a path. */
  readonly cacheBytes: number;
}

const partBytes = 8 * 1024 * 1024;
const timeoutMs = 30_000;

/**
 * Storage in an S3 bucket. Files above 8 MB are uploaded in parts; parts of an upload that a crash
 * interrupted stay in the bucket, where a lifecycle rule should delete them.
 *
 * @param cacheFolder for local copies
 */
export function openS3Storage(settings: S3Settings, cacheFolder: string): Storage & { close(): void } {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, requestTimeout: timeoutMs, httpsAgent: { maxSockets: 100 } },
  });
  const cache = new FileCache(cacheFolder, settings.cacheBytes);

  async function read(key: string, range?: { readonly start: number; readonly end: number }) {
    const { Body } = await client
      .send(
        new GetObjectCommand({
          ...{ Bucket, Key: assertStorageKey(key) },
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      )
      .catch(toMissingFile);
    return Body as Readable;
  }

  async function size(key: string): Promise<number | null> {
    try {
      const { ContentLength } = await client.send(
        new HeadObjectCommand({ Bucket, Key: assertStorageKey(key) }),
      );
      return ContentLength ?? 0;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async function* listAged(prefix: string): AsyncIterable<FileWithAge> {
    const Prefix = prefix === "" ? "" : `${prefix}/`;
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key) yield { key: Key, bytes: Size ?? 0, changedAt: LastModified ?? new Date() };
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }

  return {
    read,
    size,
    listAged,

    async put(key, content) {
      const { through, result } = measureStream();
      content.on("error", (error) => through.destroy(error));
      const Body = content.pipe(through);
      const params = { Bucket, Key: assertStorageKey(key), Body };
      try {
        await new Upload({ client, params, partSize: partBytes, queueSize: 2 }).done();
      } finally {
        content.destroy();
      }
      return { key, ...result() };
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: assertStorageKey(key) }));
    },

    async openFile(key) {
      const bytes = await size(key);
      if (bytes === null) throw missingFile(key);
      return openRemoteFile(bytes, (start, end) => read(key, { start, end }));
    },

    acquireLocal: (key) => cache.acquire(assertStorageKey(key), () => read(key)),

    async isLocal() {
      return false;
    },

    async *list(prefix) {
      for await (const { key } of listAged(prefix)) yield key;
    },

    async check() {
      return client.send(new HeadBucketCommand({ Bucket })).then(
        () => true,
        () => false,
      );
    },

    close: () => client.destroy(),
  };
}

function openRemoteFile(
  bytes: number,
  readRange: (start: number, end: number) => Promise<Readable>,
): RandomAccessFile {
  return {
    bytes,
    async read(buffer, length, position) {
      const end = Math.min(position + length, bytes) - 1;
      if (end < position) return 0;
      let count = 0;
      for await (const chunk of await readRange(position, end)) {
        count += (chunk as Buffer).copy(buffer, count);
      }
      return count;
    },
    stream: (start, end) =>
      end < start
        ? Readable.from([])
        : Readable.from(streamRange(readRange, start, end), { objectMode: false }),
    async close() {},
  };
}

async function* streamRange(
  readRange: (start: number, end: number) => Promise<Readable>,
  start: number,
  end: number,
) {
  yield* await readRange(start, end);
}

const isNotFound = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

const missingFile = (cause: unknown) =>
  Object.assign(new Error("The file does not exist.", { cause }), { code: "ENOENT" });

function toMissingFile(error: unknown): never {
  throw isNotFound(error) ? missingFile(error) : error;
}
