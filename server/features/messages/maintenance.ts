import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { purgePictures } from "./pictures.ts";

export const purgeMessagePictures = defineJob({
  name: "messages.purge-pictures",
  queue: "later",
  payload: z.object({}),
  every: "29 * * * *",
  run: (services) => purgePictures(services),
});
