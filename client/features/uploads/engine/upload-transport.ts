import { CallError, call } from "#shared/api/http-client.ts";
import { type UploadSet, type UploadSetId, uploadsContract } from "#shared/uploads/contract.ts";
import { withReasonTexts } from "#client/lib/api/error-message.ts";
import { computeFileDigest } from "./file-digests.ts";
import { sendFile } from "./send-file.ts";
import type { SavedFile } from "./upload-item.ts";

/** The browser has no longer access to a file that the server needs. */
export class MissingFileError extends Error {
  override readonly name = "MissingFileError";
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
