import { getErrorMessage, getErrorStatus, getReasonMessage } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextLink } from "#client/ui/text-link.tsx";

interface InvalidLinkProps {
  readonly error: unknown;
  readonly requestPath: string;
}

/** Explains why a link from an email does not work and offers a new one. */
export function InvalidLink({ error, requestPath }: InvalidLinkProps) {
  const isUsed = getErrorStatus(error) === 409;
  return (
    <p role="alert" className="text-destructive">
      {getReasonMessage(error) ?? (isUsed ? t("auth.linkUsed") : getErrorMessage(error))}{" "}
      {isUsed && <TextLink to={requestPath}>{t("auth.sendResetLink")}</TextLink>}
    </p>
  );
}
