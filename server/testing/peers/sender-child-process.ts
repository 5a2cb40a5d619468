import { pino } from "pino";
import { openDatabase } from "#server/db/client.ts";
import { NotificationSender } from "#server/features/prayer-notifications/notification-sender.ts";
import type { Settings } from "#server/settings.ts";

/** A notification sender in a child process that tests can kill: `<database url> <time>`. */
const [url = "", time = ""] = process.argv.slice(2);
const sender = new NotificationSender({
  db: openDatabase(url),
  settings: {
    isHttps: false,
    origins: ["http://localhost"],
    contactEmail: "a@example.org",
  } as unknown as Settings,
  clock: () => new Date(time),
  log: pino({ level: "silent" }),
  webPushClient: {
    post: () => {
      process.stdout.write("on its way\n");
      return new Promise(() => {});
    },
    close: () => {},
  },
});
setInterval(() => {}, 60_000);
await sender.sendDue();
