import { getEmailLinkPath } from "#shared/accounts/email-links.ts";
import type { User } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import type { EmailMessage } from "#server/features/mail/service.ts";
import { createTranslator, translate } from "#server/i18n/translate.ts";
import type { Services } from "#server/services.ts";

type Deps = Pick<Services, "settings">;

/** Where the link of each notice leads. */
const noticePaths = {
  addressChanged: "/contact-us",
  passwordChanged: "/auth",
  resetLinkMade: "/contact-us",
  twoFactorOn: "/contact-us",
  twoFactorOff: "/contact-us",
  passkeyAdded: "/contact-us",
  appTokenCreated: "/contact-us",
  deletion: "/auth",
} as const;

/** What has happened to an account. `addressChanged` goes to the previous address. */
export type AccountNotice = keyof typeof noticePaths;

export function createNoticeEmail(
  { settings }: Deps,
  notice: AccountNotice,
  user: User,
  language: Language,
): EmailMessage {
  const t = createTranslator(language);
  const url = settings.origins[0] + noticePaths[notice];
  return createEmail(settings, user, language, t(`accountEmail.${notice}.subject`), [
    t(`accountEmail.${notice}.before`),
    t(`accountEmail.${notice}.after`, { url }),
  ]);
}

const linkPaths = { reset: "reset-password", verify: "verify-email", newEmail: "change-email" } as const;

/**
 * An email with a link that works once: to reset the password within 30 minutes, to verify the email address
 * within two days, or to confirm a new one.
 *
 * @param user with the address that the email goes to
 */
export function createLinkEmail(
  { settings }: Deps,
  purpose: keyof typeof linkPaths,
  user: User,
  language: Language,
  token: string,
): EmailMessage {
  const t = createTranslator(language);
  const secret = settings.origins[0] + getEmailLinkPath(linkPaths[purpose], token);
  const lines = [t(`accountEmail.${purpose}.before`), secret, t(`accountEmail.${purpose}.after`)];
  return { ...createEmail(settings, user, language, t(`accountEmail.${purpose}.subject`), lines), secret };
}

function createEmail(
  settings: Deps["settings"],
  user: User,
  language: Language,
  subject: string,
  lines: readonly string[],
): EmailMessage {
  const greeting = translate(language, "accountEmail.greeting", { name: user.firstName });
  const text = [greeting, ...lines, settings.productName].join("\n\n");
  return { to: user.email, subject: `${settings.productName}: ${subject}`, text: `${text}\n` };
}
