import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { JobResult } from "#shared/api/schemas.ts";
import { PrayerProfile } from "./prayer-profile.ts";

export const prayerNotificationsContract = {
  getSetup: route({
    method: "GET",
    path: "/api/prayer/setup",
    access: "reader",
    summary: "What the server keeps to call the reader to prayer; null when it keeps nothing",
    response: z.nullable(PrayerProfile),
  }),
  putSetup: route({
    method: "PUT",
    path: "/api/prayer/setup",
    access: "reader",
    summary: "Keeps the reader's place, rounded to about 1 km, and settings, to call their devices to prayer",
    errors: ["conflict"],
    body: PrayerProfile,
    response: PrayerProfile,
  }),
  removeSetup: route({
    method: "DELETE",
    path: "/api/prayer/setup",
    access: "reader",
    summary: "Calls none of the reader's devices any more, and forgets their place",
    response: JobResult,
  }),
};
