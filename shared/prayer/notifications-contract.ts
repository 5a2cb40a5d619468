import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { JobResult } from "#shared/api/schemas.ts";
import { PrayerProfile } from "./prayer-profile.ts";

export const prayerNotificationsContract = {
  getPrayerProfile: route({
    method: "GET",
    path: "/api/prayer/profile",
    access: "reader",
    summary: "The stored prayer alert settings; null when there are none",
    unwatched: "The device that has it shows it",
    response: z.nullable(PrayerProfile),
  }),
  savePrayerProfile: route({
    method: "PUT",
    path: "/api/prayer/profile",
    access: "reader",
    summary: "Stores the location, rounded to about 1 km, and the settings of prayer alerts",
    changes: ["device"],
    errors: ["conflict"],
    body: PrayerProfile,
    response: PrayerProfile,
  }),
  deletePrayerProfile: route({
    method: "DELETE",
    path: "/api/prayer/profile",
    access: "reader",
    summary: "Turns off prayer alerts on all devices and deletes the location",
    changes: ["device"],
    response: JobResult,
  }),
};
