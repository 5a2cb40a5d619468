import { DetailedError, Upload } from "tus-js-client";
import { CallError } from "#shared/api/http-client.ts";
import { problemStatus } from "#shared/api/problem.ts";
import { type UploadFileId, uploadBlockBytes } from "#shared/uploads/contract.ts";
import { computeChunkChecksum } from "./file-digests.ts";

const minChunkBytes = 256 * 1024;
const firstChunkBytes = 4 * 1024 * 1024;
/** A chunk whose connection breaks is sent again, so slow connections get short chunks. */
const chunkSeconds = 15;

export interface SendOptions {
  readonly fileId: UploadFileId;
  readonly file: File;
  /** Bytes that the server has, or that are on their way. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/** The network failed, also after some attempts. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/**
 * Sends a file from where the server has it.
 *
 * @throws {CallError} when the server refuses it, {@link NetworkError}, or an `AbortError`
 */
export function sendFile({ fileId, file, onProgress, signal }: SendOptions): Promise<void> {
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
