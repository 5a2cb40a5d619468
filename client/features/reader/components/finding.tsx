import { BookSearch } from "./book-search.tsx";
import { type BookInReader, useReaderCommands } from "./use-reader-commands.ts";

/** The search in the book, and the book's part of the command palette. */
export function Finding(props: BookInReader) {
  useReaderCommands(props);
  return <BookSearch {...props} />;
}
