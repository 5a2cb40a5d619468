import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { storedFileAnswers } from "#shared/api/file-answers.ts";
import { JobResult, line, prose, Seconds } from "#shared/api/schemas.ts";
import { RecordingId } from "./alert-settings.ts";

export const recordingKinds = ["athan", "takbir"] as const;
export const RecordingKind = z.enum(recordingKinds);
export type RecordingKind = z.infer<typeof RecordingKind>;

export const maxRecordingMegabytes = 20;
export const maxRecordingBytes = maxRecordingMegabytes * 1024 * 1024;

export const Recording = z.object({
  id: RecordingId,
  kind: RecordingKind,
  isFajr: z.boolean(),
  title: z.string(),
  licence: z.string(),
  seconds: Seconds,
  /** From 1; recordings are used in this order. */
  position: z.int(),
});
export type Recording = z.infer<typeof Recording>;

const Title = line(120);
const Licence = prose(500).check(z.minLength(1));
const recordingParams = z.strictObject({ recordingId: RecordingId });

export const recordingsContract = {
  listRecordings: route({
    method: "GET",
    path: "/api/prayer/recordings",
    access: "guest",
    summary: "The athan and takbir recordings",
    reads: ["recording"],
    response: z.array(Recording),
  }),

  /** Raw `audio/*` bytes; the metadata is in the query. */
  addRecording: route({
    method: "POST",
    path: "/api/prayer/recordings",
    access: "employee",
    summary: "Uploads a recording",
    changes: ["recording"],
    query: z.strictObject({
      kind: RecordingKind,
      title: Title,
      licence: Licence,
      isFajr: z.optional(z.stringbool()),
    }),
    audio: { maxBytes: maxRecordingBytes },
    errors: ["conflict", "insufficient_storage"],
    response: Recording,
  }),

  updateRecording: route({
    method: "PATCH",
    path: "/api/prayer/recordings/:recordingId",
    access: "employee",
    summary: "Updates a recording's metadata",
    changes: ["recording"],
    params: recordingParams,
    body: z.strictObject({
      kind: z.optional(RecordingKind),
      title: z.optional(Title),
      licence: z.optional(Licence),
      isFajr: z.optional(z.boolean()),
    }),
    response: Recording,
  }),

  /** Contains every recording once: the order of an outdated list is refused. */
  orderRecordings: route({
    method: "PUT",
    path: "/api/prayer/recordings/order",
    access: "employee",
    summary: "Reorders the recordings",
    changes: ["recording"],
    body: z.strictObject({ ids: z.array(RecordingId).check(z.maxLength(100)) }),
    errors: ["conflict"],
    response: z.array(Recording),
  }),

  deleteRecording: route({
    method: "DELETE",
    path: "/api/prayer/recordings/:recordingId",
    access: "admin",
    summary: "Deletes a recording and its audio",
    changes: ["recording"],
    params: recordingParams,
    response: JobResult,
  }),
};

export const recordingsStreams = {
  /** Supports Range requests. */
  getRecordingAudio: stream({
    method: "GET",
    path: "/api/prayer/recordings/:recordingId/audio",
    access: "guest",
    summary: "A recording's audio",
    answers: storedFileAnswers,
    params: recordingParams,
    produces: "audio/*",
  }),
};

export const getRecordingUrl = (id: RecordingId): string => `/api/prayer/recordings/${id}/audio`;
