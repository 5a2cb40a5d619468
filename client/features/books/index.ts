export { getGenreName } from "./genre-name.ts";
