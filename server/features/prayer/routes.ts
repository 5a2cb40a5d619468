import { defaultsContract } from "#shared/prayer/defaults.ts";
import { recordingsContract, recordingsStreams } from "#shared/prayer/recordings.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { listDefaults } from "./default-queries.ts";
import { saveDefault } from "./defaults.ts";
import { listRecordings } from "./recording-queries.ts";
import { addRecording, deleteRecording, orderRecordings, updateRecording } from "./recordings.ts";
import { sendRecording } from "./stream-recording.ts";

export const recordingsRoutes = bindRoutes(recordingsContract, {
  listRecordings: ({ db }) => listRecordings(db),
  addRecording: ({ user, ...services }, { query, audio }) => addRecording(services, user.id, query, audio),
  updateRecording: ({ user, ...services }, { params, body }) =>
    updateRecording(services, user.id, params.recordingId, body),
  orderRecordings: ({ user, ...services }, { body }) => orderRecordings(services, user.id, body.ids),
  deleteRecording: ({ user, ...services }, { params }) =>
    deleteRecording(services, user.id, params.recordingId),
});

export const recordingsStreamRoutes = bindStreams(recordingsStreams, {
  getRecordingAudio: ({ user, req, res, ...services }, { params }) =>
    sendRecording(services, user, params.recordingId, { req, res }),
});

export const prayerDefaultsRoutes = bindRoutes(defaultsContract, {
  listDefaults: ({ db }) => listDefaults(db),
  saveDefault: ({ user, ...services }, { params, body }) =>
    saveDefault(services, user.id, params.country, body),
});
