import { DetailedError, Upload } from "tus-js-client";
import { CallError, call } from "#shared/api/http-client.ts";
import { problemStatus } from "#shared/api/problem.ts";
import {
  type UploadFileId,
  type UploadSet,
  type UploadSetId,
  uploadBlockBytes,
  uploadsContract,
} from "#shared/uploads/contract.ts";
import { withReasonTexts } from "#client/lib/api/error-message.ts";
import { computeChunkChecksum, computeFileDigest } from "./file-digests.ts";
import type { SavedFile } from "./upload-state.ts";

const minChunkBytes = 256 * 1024;
const firstChunkBytes = 4 * 1024 * 1024;
/** A chunk whose connection breaks is sent again, so slow connections get short chunks. */
const chunkSeconds = 15;
const speedWindowMs = 6_000;
/** Too short a time gives no useful speed. */
const minSampleMs = 200;
const retryMs = 10_000;

/** The browser has no longer access to a file that the server needs. */
export class MissingFileError extends Error {
  override readonly name = "MissingFileError";
}

/** The network failed, also after some attempts. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** The files of an upload, and those of them that this tab can read, by path. */
interface UploadFiles {
  readonly id: UploadSetId;
  readonly files: readonly SavedFile[];
  readonly readable: ReadonlyMap<string, File>;
}

export const getUploadSet = (id: UploadSetId, signal?: AbortSignal): Promise<UploadSet> =>
  withReasonTexts(
    call(uploadsContract.getUpload, { params: { setId: id } }, signal ? { signal } : undefined),
  );

/** Deletes an upload on the server, also one that it does not have any more. */
export async function deleteUploadSet(id: UploadSetId): Promise<void> {
  await withReasonTexts(call(uploadsContract.cancelUpload, { params: { setId: id } })).catch(
    (error: unknown) => {
      if (!(error instanceof CallError) || error.status !== 404) throw error;
    },
  );
}

/**
 * Sends what the server does not have.
 *
 * @param onProgress gets the bytes of all files that the server has, or that are on their way
 * @throws {MissingFileError} {@link CallError}, `NetworkError` or an `AbortError`
 */
export async function sendFiles(
  { id, files, readable }: UploadFiles,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const sent = new Map<string, number>();
  // Files that can be read report their received bytes when they are sent.
  if (!files.every(({ path }) => readable.has(path))) {
    for (const { path, offset } of (await getUploadSet(id)).files) sent.set(path, offset);
  }
  for (const { id: fileId, path, bytes } of files) {
    const file = readable.get(path);
    if (!file && sent.get(path) === bytes) continue;
    if (!file) throw new MissingFileError(path);
    const report = (done: number) => {
      sent.set(path, done);
      onProgress([...sent.values()].reduce((sum, each) => sum + each, 0));
    };
    await sendFile({ fileId, file, onProgress: report, signal });
    report(bytes);
  }
}

interface SendOptions {
  readonly fileId: UploadFileId;
  readonly file: File;
  /** Bytes that the server has, or that are on their way. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a file from where the server has it.
 *
 * @throws {CallError} when the server refuses it, {@link NetworkError}, or an `AbortError`
 */
function sendFile({ fileId, file, onProgress, signal }: SendOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let chunkStartedAt = performance.now();
    const upload = new Upload(file, {
      uploadUrl: `/api/uploads/${fileId}`,
      chunkSize: firstChunkBytes,
      retryDelays: [500, 1_500, 4_000],
      storeFingerprintForResuming: false,
      async onBeforeRequest(request) {
        if (request.getMethod() !== "PATCH") return;
        chunkStartedAt = performance.now();
        const from = Number(request.getHeader("Upload-Offset"));
        const checksum = await computeChunkChecksum(file.slice(from, from + (upload.options.chunkSize ?? 0)));
        if (checksum !== null) request.setHeader("Upload-Checksum", checksum);
      },
      onProgress: (sent) => onProgress(sent),
      onChunkComplete(bytes) {
        const seconds = (performance.now() - chunkStartedAt) / 1000;
        const fittingBytes = (bytes / Math.max(0.01, seconds)) * chunkSeconds;
        upload.options.chunkSize = Math.round(
          Math.min(uploadBlockBytes, Math.max(minChunkBytes, fittingBytes)),
        );
      },
      onSuccess: () => resolve(),
      onError: (error) => reject(toError(error)),
    });
    const onAbort = () => {
      void upload.abort();
      reject(new DOMException("Stopped.", "AbortError"));
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    upload.start();
  });
}

function toError(error: Error): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (!response || status === 0 || (status >= 500 && status !== problemStatus.insufficient_storage))
    return new NetworkError(error.message);
  return new CallError(status, response.getBody());
}

/** Has the server make the draft, and check the files by the digests that the browser can compute. */
export async function finishUploadSet(
  { id, files, readable }: UploadFiles,
  signal: AbortSignal,
): Promise<UploadSet> {
  const digests: Record<string, string> = {};
  for (const { id: fileId, path } of files) {
    const file = readable.get(path);
    const digest = file ? await computeFileDigest(file) : null;
    if (digest !== null) digests[fileId] = digest;
  }
  const input = { params: { setId: id }, body: { digests } };
  return withReasonTexts(call(uploadsContract.finishUpload, input, { signal }));
}

/** The speed of an upload over the last seconds. */
export class SpeedMeter {
  readonly #samples: [at: number, bytes: number][] = [];

  /** @returns bytes per second over the last seconds */
  addSample(bytes: number): number {
    const now = performance.now();
    this.#samples.push([now, bytes]);
    while (this.#samples.length > 2 && now - (this.#samples[0]?.[0] ?? now) > speedWindowMs)
      this.#samples.shift();
    const [at, first] = this.#samples[0] ?? [now, bytes];
    return now - at < minSampleMs ? 0 : Math.max(0, ((bytes - first) / (now - at)) * 1000);
  }
}

/** Resolves when the browser is online again, after some seconds, or when the signal aborts. */
export function waitForNetwork(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, retryMs);
    function end() {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    }
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
