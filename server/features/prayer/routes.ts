import { defaultsContract } from "#shared/prayer/defaults.ts";
import { recordingsContract, recordingsStreams } from "#shared/prayer/recordings.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import * as defaults from "./defaults.ts";
import * as recordings from "./recordings.ts";
import { getRecordingAudio } from "./stream-recording.ts";

export const recordingsRoutes = bindRoutes(recordingsContract, recordings);
export const recordingsStreamRoutes = bindStreams(recordingsStreams, { getRecordingAudio });
export const prayerDefaultsRoutes = bindRoutes(defaultsContract, defaults);
