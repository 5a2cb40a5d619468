import { done } from "#shared/api/schemas.ts";
import { defaultsContract } from "#shared/prayer/defaults.ts";
import { recordingsContract, recordingsStreams } from "#shared/prayer/recordings.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { listDefaults } from "./default-queries.ts";
import { saveDefault } from "./defaults.ts";
import { listRecordings } from "./recording-queries.ts";
import { addRecording, deleteRecording, orderRecordings, updateRecording } from "./recordings.ts";
import { sendRecording } from "./stream-recording.ts";

export const recordingsRoutes = bindRoutes(recordingsContract, {
  listRecordings: (_input, { db }) => listRecordings(db),
  addRecording: ({ query, audio }, { user, ...services }) => addRecording(services, user.id, query, audio),
  updateRecording: ({ params, body }, { user, ...services }) =>
    updateRecording(services, user.id, params.recordingId, body),
  orderRecordings: ({ body }, { user, ...services }) => orderRecordings(services, user.id, body.ids),
  deleteRecording: async ({ params }, { user, ...services }) => {
    await deleteRecording(services, user.id, params.recordingId);
    return done;
  },
});

export const recordingsStreamRoutes = bindStreams(recordingsStreams, {
  getRecordingAudio: ({ params }, { user, req, res, ...services }) =>
    sendRecording(services, user, params.recordingId, { req, res }),
});

export const prayerDefaultsRoutes = bindRoutes(defaultsContract, {
  listDefaults: (_input, { db }) => listDefaults(db),
  saveDefault: ({ params, body }, { user, ...services }) =>
    saveDefault(services, user.id, params.country, body),
});
