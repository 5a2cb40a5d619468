import { CallError } from "#shared/api/http-client.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextLink } from "#client/ui/text-link.tsx";

/** A link to the email settings when a request was rejected because the email is not verified. */
export function VerifyEmailLink({ error }: { readonly error: unknown }) {
  if (!(error instanceof CallError) || error.problem?.code !== "email_unverified") return null;
  return <TextLink to="/user-settings">{t("shell.emailSettings")}</TextLink>;
}
