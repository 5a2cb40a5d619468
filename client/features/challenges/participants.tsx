import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type ChallengeId, challengesContract } from "#shared/challenges/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Card } from "#client/ui/card.tsx";
import { ReaderName } from "#client/ui/reader-name.tsx";

/** The participants, for signed-in readers. */
export function Participants({ challengeId }: { readonly challengeId: ChallengeId }) {
  const isReader = useUser() !== null;
  const list = useQuery({
    ...query(challengesContract.listParticipants, { params: { challengeId } }),
    enabled: isReader,
  });
  if (!list.data || list.data.length === 0) return null;
  const namedParticipants = list.data.flatMap((each) =>
    each.name === null ? [] : [{ ...each, name: each.name }],
  );
  const unnamed = list.data.length - namedParticipants.length;
  return (
    <Card>
      <h2 className="mb-4 font-semibold font-title text-h3">{t("challenge.participantsField")}</h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {namedParticipants.map(({ name, username, profileImageUrl, hasCompleted }) => (
          <li key={`${username} ${name}`} className="flex items-center gap-3">
            <Avatar imageUrl={profileImageUrl} name={name} className="size-9" />
            <ReaderName name={name} username={username} className="min-w-0 flex-1 truncate" />
            {hasCompleted && (
              <span className="inline-flex items-center gap-1 text-muted text-small">
                <Check aria-hidden className="size-4 text-primary" />
                {t("challenge.completed")}
              </span>
            )}
          </li>
        ))}
      </ul>
      {unnamed > 0 && <p className="mt-3 text-muted text-small">{t("challenge.unnamed", { n: unnamed })}</p>}
    </Card>
  );
}
