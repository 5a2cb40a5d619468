import { useQuery } from "@tanstack/react-query";
import { type Challenge, challengesContract, type UserChallenge } from "#shared/challenges/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { ChallengeTile, ChallengeTileSkeleton } from "./challenge-tile.tsx";
import { useMyChallenges } from "./use-participation.ts";

export const maxActiveChallenges = 2;

const className = "grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-3 sm:gap-4";

export function ChallengesSection() {
  const active = useQuery(query(challengesContract.listActive, {}));
  const myChallenges = useMyChallenges();
  return (
    <>
      <MyChallengeCounts myChallenges={myChallenges.data} hasFailed={myChallenges.isError} />
      <QueryState
        query={active}
        loading={
          <Skeletons count={maxActiveChallenges} className={className}>
            <ChallengeTileSkeleton />
          </Skeletons>
        }
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState title={t("challenge.noneActive")} hint={t("challenge.noneActiveHint")} />}
        errorTitle={t("challenge.failed")}
      >
        {(all) => (
          <ul className={className}>
            {all.slice(0, maxActiveChallenges).map((challenge) => (
              <li key={challenge.id} className="min-w-0">
                <ChallengeTile
                  challenge={challenge}
                  participation={
                    myChallenges.isError && !myChallenges.data
                      ? null
                      : findParticipation(myChallenges.data, challenge)
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </>
  );
}

interface MyChallengeCountsProps {
  readonly myChallenges: readonly UserChallenge[] | undefined;
  readonly hasFailed: boolean;
}

function MyChallengeCounts({ myChallenges, hasFailed }: MyChallengeCountsProps) {
  const completed = myChallenges?.filter(({ completedAt }) => completedAt !== null).length ?? 0;
  return (
    <p className="-mt-2 mb-4 flex min-h-5 flex-wrap gap-x-5 text-muted text-small">
      {!myChallenges && hasFailed && t("challenge.mineFailed")}
      {myChallenges && (
        <>
          <span>
            {t("challenge.mineCount", { n: myChallenges.length, count: formatCount(myChallenges.length) })}
          </span>
          <span>{t("challenge.completedCount", { n: completed, count: formatCount(completed) })}</span>
        </>
      )}
    </p>
  );
}

function findParticipation(myChallenges: readonly UserChallenge[] | undefined, { id }: Challenge) {
  return myChallenges && (myChallenges.find(({ challenge }) => challenge.id === id) ?? null);
}
