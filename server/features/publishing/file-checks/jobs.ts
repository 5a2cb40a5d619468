import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { withLocalFile } from "#server/storage/storage.ts";
import { findBrokenLinks } from "./find-broken-links.ts";
import { measureAudio } from "./measure-audio.ts";
import { findUnchecked, listUnmeasured, saveBrokenLinks, saveMeasurement } from "./queries.ts";

/** Measures the audio of a book and checks the links of its text; each file once. */
export const checkBookFiles = defineJob({
  name: "publishing.check-files",
  queue: "soon",
  payload: z.strictObject({ bookId: BookId }),
  ownSlots: 1,
  async run({ db, storage, log }, { bookId }) {
    const text = await findUnchecked(db, bookId);
    if (text) {
      const broken = await storage
        .openFile(text)
        .then(findBrokenLinks)
        .catch((error: unknown) => {
          log.warn({ err: error, bookId }, "the links of a book could not be checked");
          return null;
        });
      if (broken) await saveBrokenLinks(db, text, broken);
    }
    for (const { id, storageKey } of await listUnmeasured(db, bookId)) {
      const measurement = await withLocalFile(storage, storageKey, (file) => measureAudio(file));
      if (measurement) await saveMeasurement(db, id, measurement);
    }
  },
});
