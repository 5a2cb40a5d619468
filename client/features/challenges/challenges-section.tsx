import { useQuery } from "@tanstack/react-query";
import { type Challenge, challengesContract, type UserChallenge } from "#shared/challenges/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { count } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { ChallengeTile, ChallengeTileSkeleton } from "./challenge-tile.tsx";
import { useMyChallenges } from "./use-participation.ts";

export const maxActiveChallenges = 2;

const look = "grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-3 sm:gap-4";

export function ChallengesSection() {
  const active = useQuery(query(challengesContract.listActive, {}));
  const mine = useMyChallenges();
  return (
    <>
      <MyCounts mine={mine.data} hasFailed={mine.isError} />
      <QueryState
        of={active}
        loading={
          <Skeletons many={maxActiveChallenges} className={look}>
            <ChallengeTileSkeleton />
          </Skeletons>
        }
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState title={t("challenge.noneActive")} hint={t("challenge.noneActiveHint")} />}
        errorTitle={t("challenge.failed")}
      >
        {(all) => (
          <ul className={look}>
            {all.slice(0, maxActiveChallenges).map((challenge) => (
              <li key={challenge.id} className="min-w-0">
                <ChallengeTile
                  challenge={challenge}
                  mine={mine.isError && !mine.data ? null : partIn(mine.data, challenge)}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </>
  );
}

interface MyCountsProps {
  readonly mine: readonly UserChallenge[] | undefined;
  readonly hasFailed: boolean;
}

function MyCounts({ mine, hasFailed }: MyCountsProps) {
  const completed = mine?.filter(({ completedAt }) => completedAt !== null).length ?? 0;
  return (
    <p className="-mt-2 mb-4 flex min-h-5 flex-wrap gap-x-5 text-muted text-small">
      {!mine && hasFailed && t("challenge.mineFailed")}
      {mine && (
        <>
          <span>{t("challenge.mineCount", { n: mine.length, count: count(mine.length) })}</span>
          <span>{t("challenge.completedCount", { n: completed, count: count(completed) })}</span>
        </>
      )}
    </p>
  );
}

function partIn(mine: readonly UserChallenge[] | undefined, { id }: Challenge) {
  return mine && (mine.find(({ challenge }) => challenge.id === id) ?? null);
}
