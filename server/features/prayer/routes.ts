import { defaultsContract } from "#shared/prayer/defaults.ts";
import { recordingsContract, recordingsStreams } from "#shared/prayer/recordings.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { listDefaults } from "./default-queries.ts";
import { saveDefault } from "./defaults.ts";
import { listRecordings } from "./recording-queries.ts";
import * as recordings from "./recordings.ts";
import { getRecordingAudio } from "./stream-recording.ts";

export const recordingsRoutes = bindRoutes(recordingsContract, {
  ...recordings,
  listRecordings: ({ db }) => listRecordings(db),
});

export const recordingsStreamRoutes = bindStreams(recordingsStreams, { getRecordingAudio });

export const prayerDefaultsRoutes = bindRoutes(defaultsContract, {
  saveDefault,
  listDefaults: ({ db }) => listDefaults(db),
});
