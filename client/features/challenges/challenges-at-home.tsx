import type { Challenge, UserChallenge } from "#shared/challenges/contract.ts";
import { count } from "#client/lib/format.ts";
import { say } from "#client/lib/words.ts";
import { EmptyFace, Faces } from "#client/ui/faces.tsx";
import { Skeletons } from "#client/ui/skeleton.tsx";
import { ChallengeCard, ChallengeCardSkeleton } from "./challenge-card.tsx";
import { useActiveChallenges, useMyChallenges } from "./use-challenges.ts";

export const mostActiveChallenges = 2;

const look = "grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-3 sm:gap-4";

/** How this reader stands in challenges, and the first two that run now. */
export function ChallengesAtHome() {
  const active = useActiveChallenges();
  const mine = useMyChallenges();
  return (
    <>
      <MyCounts mine={mine.data} hasFailed={mine.isError} />
      <Faces
        of={active}
        loading={
          <Skeletons many={mostActiveChallenges} className={look}>
            <ChallengeCardSkeleton />
          </Skeletons>
        }
        isEmpty={(all) => all.length === 0}
        empty={<EmptyFace title={say("challenges.none")} hint={say("challenges.noneHint")} />}
        errorTitle={say("challenges.failed")}
      >
        {(all) => (
          <ul className={look}>
            {all.slice(0, mostActiveChallenges).map((challenge) => (
              <li key={challenge.id} className="min-w-0">
                {/* Where one's own are not known, joining is offered: twice is once. */}
                <ChallengeCard
                  challenge={challenge}
                  isJoined={mine.isError && !mine.data ? false : isIn(mine.data, challenge)}
                />
              </li>
            ))}
          </ul>
        )}
      </Faces>
    </>
  );
}

interface MyCountsProps {
  readonly mine: readonly UserChallenge[] | undefined;
  readonly hasFailed: boolean;
}

/** How many challenges are this reader's, and how many of those are completed. */
function MyCounts({ mine, hasFailed }: MyCountsProps) {
  const completed = mine?.filter(({ completedAt }) => completedAt !== null).length ?? 0;
  return (
    <p className="-mt-2 mb-4 flex min-h-5 flex-wrap gap-x-5 text-muted text-small">
      {!mine && hasFailed && say("challenges.mineFailed")}
      {mine && (
        <>
          <span>{say("challenges.mine", { n: mine.length, count: count(mine.length) })}</span>
          <span>{say("challenges.completed", { n: completed, count: count(completed) })}</span>
        </>
      )}
    </p>
  );
}

function isIn(mine: readonly UserChallenge[] | undefined, { id }: Challenge): boolean | undefined {
  return mine?.some(({ challenge }) => challenge.id === id);
}
