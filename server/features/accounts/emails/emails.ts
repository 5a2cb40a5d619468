import { getEmailLinkPath } from "#shared/accounts/email-links.ts";
import type { User } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import type { EmailMessage } from "#server/features/mail/service.ts";
import type { Services } from "#server/services.ts";
import { emailTexts } from "./email-texts.ts";

type Deps = Pick<Services, "settings">;

/** The link to reset the password; valid once, for 30 minutes. */
export function createPasswordResetEmail(
  { settings }: Deps,
  user: User,
  language: Language,
  token: string,
): EmailMessage {
  const { subject, before, after } = emailTexts[language].reset;
  const secret = settings.origins[0] + getEmailLinkPath("reset-password", token);
  return { ...createEmail(settings, user, language, subject, [before, secret, after]), secret };
}

/** The link to verify the email address; valid for two days. */
export function createVerificationEmail(
  { settings }: Deps,
  user: User,
  language: Language,
  token: string,
): EmailMessage {
  const { subject, before, after } = emailTexts[language].verify;
  const secret = settings.origins[0] + getEmailLinkPath("verify-email", token);
  return { ...createEmail(settings, user, language, subject, [before, secret, after]), secret };
}

export function createEmailChangeEmail(
  { settings }: Deps,
  user: User,
  email: string,
  language: Language,
  token: string,
): EmailMessage {
  const { subject, before, after } = emailTexts[language].newEmail;
  const secret = settings.origins[0] + getEmailLinkPath("change-email", token);
  return { ...createEmail(settings, { ...user, email }, language, subject, [before, secret, after]), secret };
}

/** Sent to the previous address. */
export function createEmailChangedEmail({ settings }: Deps, user: User, language: Language): EmailMessage {
  const { subject, before, after } = emailTexts[language].addressChanged;
  return createEmail(settings, user, language, subject, [before, after(`${settings.origins[0]}/contact-us`)]);
}

export function createPasswordChangedEmail({ settings }: Deps, user: User, language: Language): EmailMessage {
  const { subject, before, after } = emailTexts[language].passwordChanged;
  return createEmail(settings, user, language, subject, [before, after(`${settings.origins[0]}/auth`)]);
}

export function createResetLinkMadeEmail({ settings }: Deps, user: User, language: Language): EmailMessage {
  const { subject, before, after } = emailTexts[language].resetLinkMade;
  return createEmail(settings, user, language, subject, [before, after(`${settings.origins[0]}/contact-us`)]);
}

export function createTwoFactorOnEmail({ settings }: Deps, user: User, language: Language): EmailMessage {
  const { subject, before, after } = emailTexts[language].twoFactorOn;
  return createEmail(settings, user, language, subject, [before, after(`${settings.origins[0]}/contact-us`)]);
}

export function createTwoFactorOffEmail({ settings }: Deps, user: User, language: Language): EmailMessage {
  const { subject, before, after } = emailTexts[language].twoFactorOff;
  return createEmail(settings, user, language, subject, [before, after(`${settings.origins[0]}/contact-us`)]);
}

export function createPasskeyAddedEmail({ settings }: Deps, user: User, language: Language): EmailMessage {
  const { subject, before, after } = emailTexts[language].passkeyAdded;
  return createEmail(settings, user, language, subject, [before, after(`${settings.origins[0]}/contact-us`)]);
}

export function createAccountDeletionEmail({ settings }: Deps, user: User, language: Language): EmailMessage {
  const { subject, before, after } = emailTexts[language].deletion;
  return createEmail(settings, user, language, subject, [before, after(`${settings.origins[0]}/auth`)]);
}

function createEmail(
  settings: Deps["settings"],
  user: User,
  language: Language,
  subject: string,
  lines: readonly string[],
): EmailMessage {
  const greeting = emailTexts[language].greeting(user.firstName);
  const text = [greeting, ...lines, settings.productName].join("\n\n");
  return { to: user.email, subject: `${settings.productName}: ${subject}`, text: `${text}\n` };
}
