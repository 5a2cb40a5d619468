export { onLiveEvent } from "./live-events.ts";
