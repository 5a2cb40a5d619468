import { Clock, Target, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Challenge, Participation } from "#shared/challenges/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { formatChallengeDates, formatGoal, isOpen, localizeChallenge } from "./challenge-texts.ts";
import { GoalProgress } from "./goal-progress.tsx";
import { JoinButton } from "./join-button.tsx";

interface ChallengeTileProps {
  readonly challenge: Challenge;
  /** Null when not taking part, undefined while loading. */
  readonly participation: Participation | null | undefined;
  readonly canJoin?: boolean;
}

export function ChallengeTile({ challenge: unlocalized, participation, canJoin = true }: ChallengeTileProps) {
  const challenge = localizeChallenge(unlocalized);
  const { id, title, description, participantCount } = challenge;
  return (
    <article className="flex h-full min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-5">
      <div className="min-w-0">
        <h3 dir="auto" className="font-semibold font-title text-lead leading-snug">
          <Link to={`/challenges/${id}`} className="hover:underline hover:underline-offset-4">
            {title}
          </Link>
        </h3>
        {description && (
          <p dir="auto" className="mt-1 line-clamp-3 text-muted text-small">
            {description}
          </p>
        )}
      </div>
      <ChallengeFacts challenge={challenge} participantCount={participantCount} />
      <div className="mt-auto flex flex-col gap-3 pt-1">
        {participation && <GoalProgress challenge={challenge} participation={participation} />}
        {canJoin && isOpen(challenge) && (
          <JoinButton
            challenge={challenge}
            isJoined={participation === undefined ? undefined : participation !== null}
          />
        )}
      </div>
    </article>
  );
}

interface ChallengeFactsProps {
  readonly challenge: Challenge;
  readonly participantCount: number;
}

function ChallengeFacts({ challenge, participantCount }: ChallengeFactsProps) {
  return (
    <ul className="flex flex-col gap-1.5 text-small">
      <TileItem icon={<Target aria-hidden />}>{formatGoal(challenge)}</TileItem>
      <TileItem icon={<Clock aria-hidden />}>{formatChallengeDates(challenge)}</TileItem>
      <TileItem icon={<Users aria-hidden />}>{t("challenge.participants", { n: participantCount })}</TileItem>
    </ul>
  );
}

function TileItem({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted">
      {icon}
      {children}
    </li>
  );
}

/** The same size as a card. */
export function ChallengeTileSkeleton() {
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5">
      <Skeleton className="h-6 w-3/4" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-16 w-1/2" />
      <Skeleton className="h-11 w-40 rounded-control" />
    </div>
  );
}
