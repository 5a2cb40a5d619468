import { CallError } from "#shared/api/http-client.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextLink } from "#client/ui/text-link.tsx";

/** Leads to where the confirmation is sent again, when a call was refused for an unverified address. */
export function VerifyEmailLink({ error }: { readonly error: unknown }) {
  if (!(error instanceof CallError) || error.problem?.code !== "email_unverified") return null;
  return <TextLink to="/user-settings">{t("shell.emailSettings")}</TextLink>;
}
