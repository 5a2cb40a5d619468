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
import type { ByteRange, FileWithAge, LocalFile, RandomAccessFile, Storage, StoredFile } from "./storage.ts";

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
const maxSockets = 100;

/**
 * Storage in an S3 bucket. Files above 8 MB are uploaded in parts; parts of an upload that a crash
 * interrupted stay in the bucket, where a lifecycle rule should delete them.
 */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #cache: FileCache;

  /** @param cacheFolder for local copies */
  constructor(settings: S3Settings, cacheFolder: string) {
    const { endpoint, region, accessKeyId, secretAccessKey } = settings;
    // biome-ignore lint/style/noProcessEnv: turns off the SDK's notice that it will drop Node 20.
    process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true";
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint && { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        connectionTimeout: 5_000,
        requestTimeout: timeoutMs,
        httpAgent: { maxSockets },
        httpsAgent: { maxSockets },
      },
    });
    this.#bucket = settings.bucket;
    this.#cache = new FileCache(cacheFolder, settings.cacheBytes);
  }

  async put(key: string, content: Readable): Promise<StoredFile> {
    const { through, result } = measureStream();
    content.on("error", (error) => through.destroy(error));
    const params = { ...this.#getObject(key), Body: content.pipe(through) };
    try {
      await new Upload({ client: this.#client, params, partSize: partBytes, queueSize: 2 }).done();
    } finally {
      content.destroy();
    }
    return { key, ...result() };
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const reply = await this.#client
      .send(new GetObjectCommand({ ...this.#getObject(key), Range }))
      .catch((error: unknown) => {
        throw isNotFound(error) ? missingFile(error) : error;
      });
    return reply.Body as Readable;
  }

  async size(key: string): Promise<number | null> {
    try {
      const { ContentLength } = await this.#client.send(new HeadObjectCommand(this.#getObject(key)));
      return ContentLength ?? 0;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#getObject(key)));
  }

  async openFile(key: string): Promise<RandomAccessFile> {
    const bytes = await this.size(key);
    if (bytes === null) throw missingFile(key);
    return openRemoteFile(bytes, (start, end) => this.read(key, { start, end }));
  }

  async acquireLocal(key: string): Promise<LocalFile> {
    return this.#cache.acquire(assertStorageKey(key), () => this.read(key));
  }

  async isLocal(): Promise<boolean> {
    return false;
  }

  async *list(prefix: string): AsyncIterable<string> {
    for await (const { key } of this.listWithAge(prefix)) yield key;
  }

  async *listWithAge(prefix: string): AsyncIterable<FileWithAge> {
    const input = { Bucket: this.#bucket, Prefix: prefix === "" ? "" : `${prefix}/` };
    let ContinuationToken: string | undefined;
    do {
      const page = await this.#client.send(new ListObjectsV2Command({ ...input, ContinuationToken }));
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key) yield { key: Key, bytes: Size ?? 0, changedAt: LastModified ?? new Date() };
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }

  async check(): Promise<boolean> {
    return this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })).then(
      () => true,
      () => false,
    );
  }

  close(): void {
    this.#client.destroy();
  }

  #getObject(key: string) {
    return { Bucket: this.#bucket, Key: assertStorageKey(key) };
  }
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
