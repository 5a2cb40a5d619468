import type { InputOf } from "#shared/api/contract.ts";
import type { recordingsStreams } from "#shared/prayer/recordings.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { findFileSender } from "#server/http/file-sender.ts";
import { limitDownloads, sendFile } from "#server/http/ranges.ts";
import { getCountedCaller } from "#server/http/security/client-ip.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { findRecording } from "./recording-queries.ts";

const maxStreams = { person: 8, ip: 32 };

/** @throws {ProblemError} `not_found` */
export async function getRecordingAudio(
  { db, storage, settings, clock, req, res, user }: GuestHttpContext,
  { params: { recordingId } }: InputOf<typeof recordingsStreams.getRecordingAudio>,
): Promise<void> {
  const found = await findRecording(db, recordingId);
  if (!found) throw notFound("recording");
  limitDownloads(res, getCountedCaller(req, settings, user), user ? maxStreams.person : maxStreams.ip);
  sendAsUpload(res);
  // Cached for a day, then revalidated, because a licence can end.
  res.setHeader("Cache-Control", "public, max-age=86400");
  await sendFile(req, res, {
    mediaType: found.mediaType,
    bytes: found.bytes,
    etag: `"${found.sha256.slice(0, 32)}"`,
    allowed: [[0, found.bytes]],
    sender: await findFileSender({ settings, storage, clock }, found.storageKey),
    open: (range) => storage.read(found.storageKey, range),
  });
}
