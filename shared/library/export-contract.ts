import * as z from "zod/mini";
import { stream } from "#shared/api/contract.ts";

/** The sites whose import reads the file. */
export const LibraryExportFormat = z.enum(["goodreads", "storygraph", "hardcover"]);
export type LibraryExportFormat = z.infer<typeof LibraryExportFormat>;

export const libraryStreams = {
  exportLibrary: stream({
    method: "GET",
    path: "/api/user/library-export.csv",
    access: "reader",
    summary: "The library, the shelves and imported books as a CSV file for another site",
    budget: "export",
    query: z.strictObject({ format: LibraryExportFormat }),
    produces: "text/csv",
  }),
};
