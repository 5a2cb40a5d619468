import { done } from "#shared/api/schemas.ts";
import { defaultsContract } from "#shared/prayer/defaults.ts";
import { recordingsContract, recordingsStreams } from "#shared/prayer/recordings.ts";
import { bindRoutes, implementStreams } from "#server/http/api/bind-contract.ts";
import { listDefaults } from "./default-queries.ts";
import { putDefault } from "./defaults.ts";
import { listRecordings } from "./recording-queries.ts";
import { addRecording, orderRecordings, removeRecording, updateRecording } from "./recordings.ts";
import { sendRecording } from "./stream-recording.ts";

export const recordingsRoutes = bindRoutes(recordingsContract, {
  listRecordings: (_input, { db }) => listRecordings(db),
  addRecording: ({ query, audio }, { user, ...services }) => addRecording(services, user.id, query, audio),
  changeRecording: ({ params, body }, { user, ...services }) =>
    updateRecording(services, user.id, params.recordingId, body),
  orderRecordings: ({ body }, { user, ...services }) => orderRecordings(services, user.id, body.ids),
  removeRecording: async ({ params }, { user, ...services }) => {
    await removeRecording(services, user.id, params.recordingId);
    return done;
  },
});

export const recordingsStreamRoutes = implementStreams(recordingsStreams, {
  getRecordingAudio: ({ params }, { user, req, res, ...services }) =>
    sendRecording(services, user, params.recordingId, { req, res }),
});

export const prayerDefaultsRoutes = bindRoutes(defaultsContract, {
  listDefaults: (_input, { db }) => listDefaults(db),
  putDefault: ({ params, body }, { user, ...services }) =>
    putDefault(services, user.id, params.country, body),
});
