import { Check } from "lucide-react";
import { useLocation } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import type { Challenge } from "#shared/challenges/contract.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { useParticipation } from "./use-participation.ts";

interface JoinButtonProps {
  readonly challenge: Challenge;
  /** Undefined while it loads. */
  readonly isJoined: boolean | undefined;
  readonly isMain?: boolean;
}

export function JoinButton({ challenge, isJoined, isMain = false }: JoinButtonProps) {
  const { join } = useParticipation(challenge);
  const { pathname, search } = useLocation();
  if (!useUser()) {
    return (
      <ButtonLink tone="secondary" className="self-start" to={getSignInPath(pathname + search)}>
        {t("challenge.signInToJoin")}
        <span className="sr-only">: {challenge.title}</span>
      </ButtonLink>
    );
  }
  return (
    <Button
      tone={isJoined ? "quiet" : isMain ? "primary" : "secondary"}
      icon={isJoined ? <Check aria-hidden /> : null}
      aria-disabled={isJoined !== false || undefined}
      className="self-start"
      onClick={() => isJoined === false && join()}
    >
      {t(isJoined ? "challenge.joined" : "challenge.join")}
      <span className="sr-only">: {challenge.title}</span>
    </Button>
  );
}
