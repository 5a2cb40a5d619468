import { mailedPath } from "#shared/accounts/email-links.ts";
import type { User } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import type { EmailMessage } from "#server/features/mail/service.ts";
import type { Services } from "#server/services.ts";
import { letterTexts } from "./email-texts.ts";

type Needed = Pick<Services, "settings">;

/** The link to set a new password; good for 30 minutes, once. */
export function passwordResetEmail(
  { settings }: Needed,
  user: User,
  language: Language,
  token: string,
): EmailMessage {
  const { subject, before, after } = letterTexts[language].reset;
  return letter(settings, user, language, subject, [
    before,
    settings.origins[0] + mailedPath("reset-password", token),
    after,
  ]);
}

/** The link that confirms an address; good for two days. */
export function verificationEmail(
  { settings }: Needed,
  user: User,
  language: Language,
  token: string,
): EmailMessage {
  const { subject, before, after } = letterTexts[language].verify;
  return letter(settings, user, language, subject, [
    before,
    settings.origins[0] + mailedPath("verify-email", token),
    after,
  ]);
}

/** The link that makes an address the account's; good for two days. It goes to the new address. */
export function newAddressLetter(
  { settings }: Needed,
  user: User,
  email: string,
  language: Language,
  token: string,
): EmailMessage {
  const { subject, before, after } = letterTexts[language].newAddress;
  const link = settings.origins[0] + mailedPath("change-email", token);
  return letter(settings, { ...user, email }, language, subject, [before, link, after]);
}

/** Goes to the address from before. */
export function addressChangedLetter({ settings }: Needed, user: User, language: Language): EmailMessage {
  const { subject, before, after } = letterTexts[language].addressChanged;
  return letter(settings, user, language, subject, [before, after(`${settings.origins[0]}/contact-us`)]);
}

export function passwordChangedLetter({ settings }: Needed, user: User, language: Language): EmailMessage {
  const { subject, before, after } = letterTexts[language].passwordChanged;
  return letter(settings, user, language, subject, [before, after(`${settings.origins[0]}/auth`)]);
}

export function accountDeletionEmail({ settings }: Needed, user: User, language: Language): EmailMessage {
  const { subject, before, after } = letterTexts[language].deletion;
  return letter(settings, user, language, subject, [before, after(`${settings.origins[0]}/auth`)]);
}

function letter(
  settings: Needed["settings"],
  user: User,
  language: Language,
  subject: string,
  lines: readonly string[],
): EmailMessage {
  const greeting = letterTexts[language].greeting(user.firstName);
  const text = [greeting, ...lines, settings.productName].join("\n\n");
  return { to: user.email, subject: `${settings.productName}: ${subject}`, text: `${text}\n` };
}
