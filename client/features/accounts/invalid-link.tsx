import { problemText, serverSentence, statusOf } from "#client/lib/api/error-message.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { TextLink } from "#client/ui/text-link.tsx";

interface LinkRefusedProps {
  readonly error: unknown;
  /** Where another link is asked for. */
  readonly askAt: string;
}

/** Why a mailed link does nothing; for one that was used or is too old, the way to another. */
export function LinkRefused({ error, askAt }: LinkRefusedProps) {
  const isUsed = statusOf(error) === 409;
  return (
    <p role="alert" className="text-destructive">
      {serverSentence(error) ?? (isUsed ? say("auth.linkUsed") : problemText(error))}{" "}
      {isUsed && <TextLink to={askAt}>{say("auth.mailLink")}</TextLink>}
    </p>
  );
}
