export { onLiveEvent } from "./server-events.ts";
