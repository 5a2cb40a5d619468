import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { staffUsersContract } from "#shared/staff/users.ts";
import type { Database } from "#server/db/client.ts";
import {
  findUser,
  getUserByEmail,
  issueResetLink,
  requirePassword,
} from "#server/features/accounts/service.ts";
import { notify } from "#server/features/notifications/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, forbidden, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { lockManaged } from "./users.ts";

/**
 * A link to set a new password, for an admin of a site that sends no email.
 *
 * @throws {ProblemError} `invalid_input` for a wrong password; `forbidden` for oneself and for admins; `conflict`
 * where emails are sent
 */
export async function createResetLink(
  context: Context,
  { params: { userId }, body: { password } }: InputOf<typeof staffUsersContract.createResetLink>,
): Promise<{ link: string }> {
  await requirePassword(context, password);
  if (context.settings.smtpUrl !== "") throw conflict("reset_link_by_email");
  return context.db.transaction(async (tx) => {
    const { isAdmin } = await lockManaged(tx, context.user, userId);
    if (isAdmin) throw forbidden("reset_link_of_admin");
    const user = await findUser({ ...context, db: tx }, userId);
    if (!user) throw notFound("user");
    return { link: await createAndNotify(context, context.user.id, user, tx) };
  });
}

/**
 * A link to set a new password, for an operator.
 *
 * @throws {ProblemError} `not_found`
 */
export async function createResetLinkByEmail(services: Services, email: string): Promise<string> {
  const user = await getUserByEmail(services, email);
  return services.db.transaction((tx) => createAndNotify(services, null, user, tx));
}

async function createAndNotify(
  services: Services,
  actorId: UserId | null,
  user: User,
  tx: Database,
): Promise<string> {
  const link = await issueResetLink(services, actorId, user, tx);
  const key = `reset-link:${services.clock().toISOString()}`;
  await notify(services, user.id, { type: "reset_link_made", params: {}, key }, tx);
  return link;
}
