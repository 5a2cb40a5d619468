import type { InputOf } from "#shared/api/contract.ts";
import type { supportContract } from "#shared/support/contract.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import { insertContactMessage } from "./queries.ts";

type ContactForm = InputOf<typeof supportContract.sendMessage>["body"];

export async function sendMessage(
  context: GuestContext,
  { body: { website, ...form } }: InputOf<typeof supportContract.sendMessage>,
): Promise<void> {
  if (website) return;
  const { db, clock, settings } = context;
  const { name, email, topic, message } = form;
  await db.transaction(async (tx) => {
    await insertContactMessage(tx, { ...form, userId: context.user?.id ?? null, createdAt: clock() });
    await enqueueEmail(
      context,
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
