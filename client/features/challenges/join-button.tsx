import { useLocation } from "react-router-dom";
import type { Challenge } from "#shared/challenges/contract.ts";
import { signInPath } from "#client/lib/return-to.ts";
import { useUser } from "#client/lib/session.ts";
import { say } from "#client/lib/words.ts";
import { Button, ButtonLink } from "#client/ui/button.tsx";
import { useParticipation } from "./use-participation.ts";

/** Joins a challenge; a guest is led to the sign-in, and back here. */
export function JoinButton({ challenge }: { readonly challenge: Challenge }) {
  const { join } = useParticipation(challenge);
  const { pathname, search } = useLocation();
  const label = say("challenge.joinFor", { title: challenge.title });
  if (useUser()) {
    return (
      <Button aria-label={label} className="self-start" onClick={join}>
        {say("challenge.join")}
      </Button>
    );
  }
  return (
    <ButtonLink tone="secondary" className="self-start" to={signInPath(pathname + search)}>
      {say("challenge.signInToJoin")}
      <span className="sr-only">: {challenge.title}</span>
    </ButtonLink>
  );
}
