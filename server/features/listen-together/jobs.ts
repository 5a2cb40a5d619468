import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { maintainSessions } from "./hosts.ts";

export const maintainTogetherSessions = defineJob({
  name: "listen-together.maintain",
  queue: "soon",
  payload: z.object({}),
  every: "* * * * *",
  run: (services) => maintainSessions(services),
});
