export { PlaybackSync } from "./playback-sync.ts";
export { createPageAdapter, type ReadAlongPages } from "./session/page-adapter.ts";
