export { getChapterKind } from "./chapter-kinds.ts";
export { getGenreName } from "./genre-name.ts";
