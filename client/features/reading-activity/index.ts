export { getRecorder, type Recorder } from "./tracking/recorder.ts";
