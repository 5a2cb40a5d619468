import { mailedPath } from "#shared/accounts/mail-links.ts";
import type { User } from "#shared/accounts/user.ts";
import type { Letter } from "#server/features/mail/service.ts";
import type { Services } from "#server/services.ts";

type Needed = Pick<Services, "settings">;

/** The link to set a new password; good for 30 minutes, once. */
export function resetLetter({ settings }: Needed, user: User, token: string): Letter {
  return letter(settings, user, "Set a new password", [
    "Somebody, we hope you, asked for a new password. Set it here within 30 minutes:",
    settings.origins[0] + mailedPath("reset-password", token),
    "If it was not you, nothing happens and you need do nothing.",
  ]);
}

/** The link that confirms an address; good for two days. */
export function verifyLetter({ settings }: Needed, user: User, token: string): Letter {
  return letter(settings, user, "Confirm your e-mail address", [
    "Please confirm that this address is yours:",
    settings.origins[0] + mailedPath("verify-email", token),
    "If you have no account with us, you need do nothing.",
  ]);
}

export function passwordChangedLetter({ settings }: Needed, user: User): Letter {
  return letter(settings, user, "Your password was changed", [
    "Your password was changed, and your other devices were signed out.",
    `If it was not you, set a new one by “Forgot password” at ${settings.origins[0]}/auth.`,
  ]);
}

export function deletionLetter({ settings }: Needed, user: User): Letter {
  return letter(settings, user, "Your account will be deleted", [
    "You asked us to delete your account. In 14 days it goes, with your library, your places in books and your reviews.",
    `If you change your mind, sign in before that at ${settings.origins[0]}/auth and it stays.`,
  ]);
}

function letter(settings: Needed["settings"], user: User, subject: string, lines: readonly string[]): Letter {
  const text = [`Salam ${user.firstName},`, ...lines, settings.productName].join("\n\n");
  return { to: user.email, subject: `${settings.productName}: ${subject}`, text: `${text}\n` };
}
