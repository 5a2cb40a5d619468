import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { supportContract } from "#shared/support/contract.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import type { Services } from "#server/services.ts";
import { addContactMessage } from "./queries.ts";

type Written = InputOf<typeof supportContract.sendMessage>["body"];

export async function saveContactMessage(
  services: Services,
  user: User | null,
  { website, ...written }: Written,
): Promise<void> {
  if (website) return;
  const { db, clock, settings } = services;
  const { name, email, topic, message } = written;
  await db.transaction(async (tx) => {
    await addContactMessage(tx, { ...written, userId: user?.id ?? null, createdAt: clock() });
    await enqueueEmail(
      services,
      {
        to: settings.contactEmail,
        subject: `${settings.productName}: somebody wrote about ${topics[topic]}`,
        text: `${name} <${email}> wrote:\n\n${message}\n`,
      },
      tx,
    );
  });
}

const topics: Readonly<Record<Written["topic"], string>> = {
  account: "their account",
  book: "a book",
  technical: "something that does not work",
  rights: "rights",
  careers: "working with us",
  other: "something else",
};
