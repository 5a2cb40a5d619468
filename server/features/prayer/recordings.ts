import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { InputOf } from "#shared/api/contract.ts";
import type { Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { transcodeUpload } from "#server/features/book-import/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { conflict, invalid, notFound, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { createKey } from "#server/storage/keys.ts";
import {
  countRecordings,
  deleteRecordingRow,
  findRecording,
  insertRecording,
  listRecordingRows,
  lockRecordings,
  orderRecordingRows,
  type RecordingDetails,
  updateRecordingRow,
} from "./recording-queries.ts";

const maxRecordings = 100;

/**
 * Adds a recording, transcoded without other content.
 *
 * @throws {ProblemError} `unprocessable_file`; `conflict` for a duplicate; `invalid_input` for a takbir
 * marked for Fajr
 */
export async function addRecording(
  context: Context,
  { query: input, audio: blob }: InputOf<typeof recordingsContract.addRecording>,
): Promise<Recording> {
  const { db, clock, storage, user } = context;
  const details = validateDetails({ ...input, isFajr: input.isFajr ?? false });
  await requireFreeSlot(context);
  const { file, seconds, mediaType } = await storeTranscoded(context, blob);
  const { key: storageKey, bytes, sha256 } = file;
  try {
    return await db.transaction(async (tx) => {
      await lockRecordings(tx);
      const stored = { storageKey, bytes, sha256, seconds, mediaType, createdAt: clock() };
      const inserted = await insertRecording(tx, { ...details, ...stored });
      if (!inserted) throw conflict("recording_exists");
      await writeAudit(context, "athan.added", user.id, inserted.id, { kind: inserted.kind }, tx);
      return inserted;
    });
  } catch (error) {
    await storage.remove(storageKey);
    throw error;
  }
}

async function requireFreeSlot({ db }: Services): Promise<void> {
  if ((await countRecordings(db)) >= maxRecordings) {
    throw conflict(reason("too_many_recordings", { max: maxRecordings }));
  }
}

let last: Promise<unknown> = Promise.resolve();

function enqueue<T>(callback: () => Promise<T>): Promise<T> {
  const result = last.then(callback);
  last = result.catch(() => undefined);
  return result;
}

async function storeTranscoded({ storage }: Services, blob: Blob) {
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-recording-"));
  try {
    const upload = path.join(folder, "upload");
    await writeFile(upload, Buffer.from(await blob.arrayBuffer()));
    const {
      path: transcodedPath,
      mediaType,
      extension,
      duration,
    } = await enqueue(() => transcodeUpload(upload, folder));
    const file = await storage.put(createKey("recording", extension), createReadStream(transcodedPath));
    return { file, mediaType, seconds: duration };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Updates a recording's metadata; a takbir is never Fajr's.
 *
 * @throws {ProblemError} `not_found`; `invalid_input`
 */
export async function updateRecording(
  context: Context,
  { params: { recordingId }, body: changed }: InputOf<typeof recordingsContract.updateRecording>,
): Promise<Recording> {
  return context.db.transaction(async (tx) => {
    await lockRecordings(tx);
    const found = await findRecording(tx, recordingId);
    if (!found) throw notFound("recording");
    const kind = changed.kind ?? found.kind;
    const details = validateDetails({
      kind,
      title: changed.title ?? found.title,
      licence: changed.licence ?? found.licence,
      isFajr: changed.isFajr ?? (kind === "athan" && found.isFajr),
    });
    await updateRecordingRow(tx, recordingId, details);
    await writeAudit(
      context,
      "athan.changed",
      context.user.id,
      recordingId,
      { fields: Object.keys(changed) },
      tx,
    );
    return { ...found, ...details };
  });
}

function validateDetails(details: RecordingDetails): RecordingDetails {
  if (details.isFajr && details.kind !== "athan") throw invalid({ isFajr: "fajr_needs_athan" });
  return details;
}

/**
 * Reorders the recordings.
 *
 * @throws {ProblemError} `conflict` when the ids are not those of the list
 */
export async function orderRecordings(
  context: Context,
  { body: { ids } }: InputOf<typeof recordingsContract.orderRecordings>,
): Promise<Recording[]> {
  return context.db.transaction(async (tx) => {
    await lockRecordings(tx);
    const existingIds = new Set((await listRecordingRows(tx)).map(({ id }) => id));
    const isPermutation = ids.length === existingIds.size && new Set(ids).size === ids.length;
    if (!isPermutation || ids.some((id) => !existingIds.has(id))) {
      throw conflict("list_changed");
    }
    await orderRecordingRows(tx, ids);
    await writeAudit(context, "athan.ordered", context.user.id, "", {}, tx);
    return listRecordingRows(tx);
  });
}

/** @throws {ProblemError} `not_found` */
export async function deleteRecording(
  context: Context,
  { params: { recordingId } }: InputOf<typeof recordingsContract.deleteRecording>,
): Promise<void> {
  const storageKey = await context.db.transaction(async (tx) => {
    await lockRecordings(tx);
    const found = await findRecording(tx, recordingId);
    if (!found) throw notFound("recording");
    await deleteRecordingRow(tx, found);
    await writeAudit(context, "athan.removed", context.user.id, recordingId, {}, tx);
    return found.storageKey;
  });
  await context.storage.remove(storageKey);
}

export const listRecordings = ({ db }: GuestContext): Promise<Recording[]> => listRecordingRows(db);
