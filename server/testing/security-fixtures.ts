import { pino } from "pino";
import { BookId } from "#shared/books/book.ts";
import { provideDatabase } from "#server/db/provide.ts";
import { single } from "#server/db/rows.ts";
import { notifications } from "#server/db/schema/notifications.ts";
import { readEnvironment, toSettings } from "#server/env.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { openServices } from "#server/open-services.ts";
import { factories } from "./factories.ts";

/**
 * Makes the accounts and the things that `npm run security` asks for, on the database of the running server, and
 * prints their ids as one line of JSON.
 */
const password = "Fixture-Lantern-7 dusk";
const env = readEnvironment();
const settings = toSettings(env);
const database = await provideDatabase(env, settings.dataDir, { adopts: false });
const { services, close } = await openServices(settings, database.url, pino({ level: "silent" }));

const account = (name: string, roles = {}) =>
  createUser(services, {
    ...{ email: `${name}@example.test`, password, firstName: name, lastName: "Test", username: name, roles },
  });

const reader = await account("reader");
await account("reader2");
const author = await account("author", { isAuthor: true });
await account("author2", { isAuthor: true });
await account("employee", { isEmployee: true });
await account("admin", { isAdmin: true });
await account("leaver");

const make = factories(services);
const draft = await make.audiobook({
  ...{ chapters: 2, title: "DRAFT-SECRET", description: "DRAFT-SECRET", state: "draft", ownerId: author.id },
});
const premium = await make.audiobook({ chapters: 3, title: "For supporters", isFree: false });
const coming = await make.book({ title: "Not yet", state: "scheduled", releaseAt: new Date("2099-01-01") });
const notification = single(
  await services.db
    .insert(notifications)
    .values({ userId: reader.id, type: "new_book", title: "NOTE-SECRET", message: "x", key: "fixture" })
    .returning(),
);

const ids = {
  draftId: draft.id,
  draftFileId: draft.firstAudioId,
  premiumId: premium.id,
  comingId: coming.id,
  notificationId: notification.id,
  nobody: BookId.parse("00000000-0000-4000-8000-000000000000"),
};
await close();
await database.release();
process.stdout.write(`${JSON.stringify({ password, ids })}\n`);
