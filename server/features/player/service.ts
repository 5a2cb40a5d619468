import { getAudio } from "./media.ts";
import { getRecording, type RecordingFile } from "./recording.ts";

export { getAudio, getRecording, type RecordingFile };
