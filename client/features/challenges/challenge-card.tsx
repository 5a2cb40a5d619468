import { Check, Target, Users } from "lucide-react";
import { Link } from "react-router-dom";
import type { Challenge } from "#shared/challenges/contract.ts";
import { count } from "#client/lib/format.ts";
import { say } from "#client/lib/words.ts";
import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { goalText } from "./goal.ts";
import { useJoinChallenge } from "./use-challenges.ts";

interface ChallengeCardProps {
  readonly challenge: Challenge;
  /** Undefined while it is not known. */
  readonly isJoined: boolean | undefined;
}

/** What a challenge asks for, who takes part, and the way in. */
export function ChallengeCard({ challenge, isJoined }: ChallengeCardProps) {
  const { id, title, description, participantCount } = challenge;
  return (
    <article className="relative flex h-full min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-5 transition-colors hover:border-primary">
      <div className="min-w-0">
        <h3 dir="auto" className="font-medium leading-snug">
          <Link
            to={`/challenges/${id}`}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
          >
            {title}
          </Link>
        </h3>
        <p dir="auto" className="mt-1 line-clamp-2 text-muted text-small">
          {description}
        </p>
      </div>
      <p className="mt-auto flex flex-wrap gap-x-5 gap-y-1 text-small [&_svg]:size-4 [&_svg]:text-accent">
        <span className="inline-flex items-center gap-1.5">
          <Target aria-hidden />
          {say("challenges.goal", { goal: goalText(challenge) })}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <Users aria-hidden />
          {say("challenges.participants", { n: participantCount, count: count(participantCount) })}
        </span>
      </p>
      <JoinButton challenge={challenge} isJoined={isJoined} />
    </article>
  );
}

/** It stays where it is once it was pressed, and keeps the focus. */
function JoinButton({ challenge, isJoined }: ChallengeCardProps) {
  const join = useJoinChallenge();
  return (
    <Button
      size="small"
      tone={isJoined ? "quiet" : "primary"}
      icon={isJoined ? <Check aria-hidden /> : null}
      aria-disabled={isJoined !== false || undefined}
      onClick={() => isJoined === false && join(challenge)}
      className="relative self-start"
    >
      {say(isJoined ? "challenges.joined" : "challenges.join")}
      <span className="sr-only">: {challenge.title}</span>
    </Button>
  );
}

/** The same size as a card, before it is there. */
export function ChallengeCardSkeleton() {
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5">
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-11 w-36 rounded-control" />
    </div>
  );
}
