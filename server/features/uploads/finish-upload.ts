import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { Reason, ReasonCode } from "#shared/api/problem.ts";
import {
  type UploadSet,
  UploadSetId,
  uploadBlockBytes,
  type uploadsContract,
} from "#shared/uploads/contract.ts";
import { importUploadedFiles } from "#server/features/book-import/service.ts";
import { addAcceptedToRevision } from "#server/features/corrections/service.ts";
import { addRevision, checkImportedFiles, findOwner } from "#server/features/publishing/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, notFound, ProblemError, reason } from "#server/http/api/problem.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import {
  findUpload,
  findUploadById,
  listUploadFiles,
  setDigest,
  setUploadState,
  type UploadFileRow,
  type UploadSetRow,
} from "./queries.ts";
import { getUpload } from "./service.ts";
import {
  deleteUploadFiles,
  emptyFile,
  getReceivedBytes,
  getStoredName,
  getUploadsFolder,
  linkByName,
} from "./upload-folder.ts";

/**
 * Enqueues the import of a complete upload; an event announces its end.
 *
 * @throws {ProblemError} `not_found`; `conflict` while bytes are missing
 */
export async function finishUpload(
  context: Context,
  { params: { setId }, body: { digests = {} } }: InputOf<typeof uploadsContract.finishUpload>,
): Promise<UploadSet> {
  const { db, jobs, clock, user } = context;
  await db.transaction(async (tx) => {
    const set = await findUpload(tx, user.id, setId, true);
    if (!set) throw notFound("upload");
    if (set.state !== "open" && set.state !== "failed") return;
    const files = await listUploadFiles(tx, [setId]);
    for (const file of files) {
      if ((await getReceivedBytes(context, file)) !== file.bytes) {
        throw conflict(reason("upload_incomplete", { file: file.path }));
      }
      await setDigest(tx, file.id, digests[file.id] ?? "");
    }
    await setUploadState(tx, setId, ["open", "failed"], { state: "processing", reason: null });
    await jobs.add(importUpload, { setId }, { db: tx, key: `upload ${setId}`, runAt: clock() });
  });
  return getUpload(context, { params: { setId } });
}

/** Imports a finished upload as a draft. Run again after a crash, it finds the same book. */
export const importUpload = defineJob({
  name: "uploads.import",
  queue: "now",
  payload: z.strictObject({ setId: UploadSetId }),
  ownSlots: 2,
  async run(services, { setId }) {
    const { db, live, log } = services;
    const set = await findUploadById(db, setId);
    if (set?.state !== "processing") return;
    try {
      const files = await listUploadFiles(db, [setId]);
      await verifyDigests(services, files);
      const folder = await linkByName(services, setId, files);
      const { bookId } = await importUploadedFiles(services, folder, await getOwner(services, set), set);
      if (set.revisionOf) {
        await addRevision(services, bookId, set.revisionOf);
        await addAcceptedToRevision(db, set.revisionOf, bookId);
      }
      await checkImportedFiles(services, bookId);
      await setUploadState(db, setId, ["processing"], { state: "done", bookId });
      await deleteUploadFiles(services, setId);
    } catch (error) {
      const reportedReason = getReason(error);
      if (!reportedReason) log.error({ err: error, setId }, "an upload could not be imported");
      const reason = reportedReason ?? { code: "try_again" as const };
      const state = isFinal(error) ? "rejected" : "failed";
      await setUploadState(db, setId, ["processing"], { state, reason });
      if (state === "rejected") await deleteUploadFiles(services, setId);
    } finally {
      await live.publish(set.ownerId, { topics: ["upload", "publication"], uploadId: setId });
    }
  },
});

/** A revision that a co-author uploaded belongs to the author of the book. */
async function getOwner(services: Services, set: UploadSetRow): Promise<UserId | null> {
  if (set.isForSite) return null;
  return set.revisionOf ? findOwner(services, set.revisionOf) : set.ownerId;
}

/**
 * Deletes the bytes of a file that differs from the sent one, so that it is sent again.
 *
 * @throws {ProblemError} `conflict`
 */
async function verifyDigests(services: Services, files: readonly UploadFileRow[]): Promise<void> {
  for (const { id, setId, path, digest } of files) {
    if (digest === "") continue;
    const stored = await computeDigest(`${getUploadsFolder(services)}/${getStoredName(setId, id)}`);
    if (stored === digest) continue;
    await emptyFile(services, { id, setId });
    throw conflict(reason("upload_damaged", { file: path }));
  }
}

/** The SHA-256 of the SHA-256 digests of a file's blocks. */
export async function computeDigest(file: string): Promise<string> {
  const all = createHash("sha256");
  let block = createHash("sha256");
  let filled = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + uploadBlockBytes - filled);
      block.update(part);
      at += part.length;
      filled += part.length;
      if (filled < uploadBlockBytes) continue;
      all.update(block.digest());
      [block, filled] = [createHash("sha256"), 0];
    }
  }
  if (filled > 0) all.update(block.digest());
  return all.digest("hex");
}

/** Whether the same files would be refused again. */
const isFinal = (error: unknown) =>
  error instanceof ProblemError &&
  ["unprocessable_file", "unsupported_type", "too_large"].includes(error.code);

/** Null for errors that are not about the files. */
function getReason(error: unknown): Reason | null {
  if (!(error instanceof ProblemError)) return null;
  if (error.code === "unavailable") return null;
  return error.reason ?? { code: "file_damaged" satisfies ReasonCode };
}
