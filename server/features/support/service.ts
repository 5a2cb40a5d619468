import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { supportContract } from "#shared/support/contract.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import type { Services } from "#server/services.ts";
import { insertContactMessage } from "./queries.ts";

type ContactForm = InputOf<typeof supportContract.sendMessage>["body"];

export async function saveContactMessage(
  services: Services,
  user: User | null,
  { website, ...form }: ContactForm,
): Promise<void> {
  if (website) return;
  const { db, clock, settings } = services;
  const { name, email, topic, message } = form;
  await db.transaction(async (tx) => {
    await insertContactMessage(tx, { ...form, userId: user?.id ?? null, createdAt: clock() });
    await enqueueEmail(
      services,
      {
        to: settings.contactEmail,
        subject: `${settings.productName}: contact message (${topics[topic]})`,
        text: `${name} <${email}> wrote:\n\n${message}\n`,
      },
      tx,
    );
  });
}

const topics: Readonly<Record<ContactForm["topic"], string>> = {
  account: "account",
  book: "book",
  technical: "technical problem",
  rights: "rights",
  careers: "careers",
  other: "other",
};
