import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { ApplicationId, authorsContract, ReceivedApplication } from "#shared/authors/contract.ts";
import type { Database } from "#server/db/client.ts";
import {
  announceRoles,
  changeRoles,
  getEmailLanguage,
  writeAudit,
} from "#server/features/accounts/service.ts";
import { linkContributor } from "#server/features/books/service.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import { notify } from "#server/features/notifications/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, forbidden, notFound } from "#server/http/api/problem.ts";
import { createTranslator } from "#server/i18n/translate.ts";
import type { Services } from "#server/services.ts";
import { findReceivedApplication, lockApplication, markDecided } from "./queries.ts";

type Decision = { readonly state: "approved" } | { readonly state: "declined"; readonly reason: string };

export const approveApplication = (
  context: Context,
  { params }: InputOf<typeof authorsContract.approveApplication>,
): Promise<ReceivedApplication> =>
  decide(context, context.user.id, params.applicationId, { state: "approved" });

export const declineApplication = (
  context: Context,
  { params, body: { reason } }: InputOf<typeof authorsContract.declineApplication>,
): Promise<ReceivedApplication> =>
  decide(context, context.user.id, params.applicationId, { state: "declined", reason });

/**
 * Makes an applicant an author, or declines with a reason, and notifies them by email.
 *
 * @param actorId null on the command line
 * @throws {ProblemError} `not_found`; `conflict` when already decided; `forbidden` for the user's own
 */
export async function decide(
  services: Services,
  actorId: UserId | null,
  id: ApplicationId,
  decision: Decision,
): Promise<ReceivedApplication> {
  const { db, clock } = services;
  const userId = await db.transaction(async (tx) => {
    const locked = await lockApplication(tx, id);
    const application = locked && (await findReceivedApplication(tx, id));
    if (!locked || !application) throw notFound("application");
    if (locked.userId === actorId) throw forbidden("own_application");
    if (locked.state !== "waiting") throw conflict("application_reviewed");
    if (decision.state === "approved") {
      await changeRoles(services, locked.userId, { isAuthor: true }, actorId, tx);
      await linkContributor(tx, locked.userId, application);
    }
    const reason = decision.state === "declined" ? decision.reason : "";
    await markDecided(tx, id, { state: decision.state, reason, decidedAt: clock(), decidedBy: actorId });
    await writeAudit(services, `author.${decision.state}`, actorId, locked.userId, { applicationId: id }, tx);
    await notifyApplicant(services, locked.userId, application, decision, tx);
    return locked.userId;
  });
  if (decision.state === "approved") await announceRoles(services, userId);
  const decided = await findReceivedApplication(db, id);
  if (!decided) throw notFound("application");
  return decided;
}

async function notifyApplicant(
  services: Services,
  userId: UserId,
  { id, name, applicant }: ReceivedApplication,
  decision: Decision,
  tx: Database,
): Promise<void> {
  const { productName, origins } = services.settings;
  const t = createTranslator(await getEmailLanguage(tx, userId));
  const values = { name, reason: decision.state === "declined" ? decision.reason : "" };
  const title = t(`accountEmail.application.${decision.state}.title`);
  const text = [
    t("accountEmail.greeting", values),
    t(`accountEmail.application.${decision.state}.text`, values),
    `${origins[0]}${getNextPath(decision)}`,
    productName,
  ].join("\n\n");
  await enqueueEmail(
    services,
    { to: applicant.email, subject: `${productName}: ${title}`, text: `${text}\n` },
    tx,
  );
  await notify(
    services,
    userId,
    {
      type: "author_application",
      params: { state: decision.state, reason: values.reason },
      key: `author-application:${id}`,
    },
    tx,
  );
  await services.live.publish(userId, { topics: ["author-application"] }, tx);
}

const getNextPath = ({ state }: Decision) => (state === "approved" ? "/authors-portal" : "/author-auth");
