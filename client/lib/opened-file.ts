import { Store } from "./store.ts";

/** A file that was chosen, or opened with the app, until the page that reads it takes it. */
export const openedFile = new Store<File | null>(null);
