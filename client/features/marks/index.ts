export { NoteText } from "./components/mark-actions.tsx";
export { MarksLayer } from "./components/marks-layer.tsx";
export { NoteDialog } from "./components/note-dialog.tsx";
export { markColors } from "./page/mark-renderer.ts";
export { addAudioBookmark } from "./store/add-audio-bookmark.ts";
export type { MarkFields, ShownMark } from "./store/mark-store.ts";
export { openMarkOutbox } from "./store/open-mark-outbox.ts";
export { useMarkStore } from "./store/use-mark-store.ts";
