import { getEmailLinkPath } from "#shared/accounts/email-links.ts";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { audit } from "#server/features/accounts/audit.ts";
import { createNoticeEmail } from "#server/features/accounts/emails/emails.ts";
import { issueToken } from "#server/features/accounts/emails/tokens.ts";
import { getUserLanguage } from "#server/features/accounts/queries.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import type { Services } from "#server/services.ts";

/**
 * Creates a link that sets a new password and works like an emailed one, for an admin or, with null, a
 * command. The act is audited and the owner gets an email.
 */
export async function issueResetLink(
  services: Services,
  actorId: UserId | null,
  user: User,
  tx: Database,
): Promise<string> {
  const token = await issueToken(services, user.id, "reset-password", tx);
  await audit(services, "user.reset_link_made", actorId, user.id, {}, tx);
  const language = await getUserLanguage(tx, user.id);
  await enqueueEmail(services, createNoticeEmail(services, "resetLinkMade", user, language), tx);
  return services.settings.origins[0] + getEmailLinkPath("reset-password", token);
}
