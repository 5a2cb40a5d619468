import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Target, Users } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { type ChallengeDetail, ChallengeId, challengesContract } from "#shared/challenges/contract.ts";
import { getGenreName } from "#client/features/books/genre-name.ts";
import {
  formatChallengeDates,
  formatFirstDay,
  formatGoal,
  formatLastDay,
  getCountingText,
  isOpen,
  localizeChallenge,
} from "#client/features/challenges/challenge-texts.ts";
import { ChallengeUpdates } from "#client/features/challenges/challenge-updates.tsx";
import { GoalProgress } from "#client/features/challenges/goal-progress.tsx";
import { JoinButton } from "#client/features/challenges/join-button.tsx";
import { Participants } from "#client/features/challenges/participants.tsx";
import { useParticipation } from "#client/features/challenges/use-participation.ts";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { PageNotFoundError, useRouteParam } from "#client/lib/hooks/route-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** `/challenges/:id` */
export function ChallengePage() {
  const challengeId = useRouteParam("id", ChallengeId);
  const challenge = useQuery(query(challengesContract.getChallenge, { params: { challengeId } }));
  usePageTitle(challenge.data ? localizeChallenge(challenge.data).title : null);

  const communityId = challenge.data?.communityId;

  if (getErrorStatus(challenge.error) === 404) throw new PageNotFoundError();
  return (
    <div className="max-w-3xl">
      <TextLink
        to={communityId ? `/community/${communityId}?tab=challenges` : "/challenges"}
        className="mb-2 inline-flex min-h-11 items-center text-small"
      >
        {t(communityId ? "challenge.ofThisCommunity" : "challenge.all")}
      </TextLink>
      <QueryState query={challenge} loading={<ChallengePageSkeleton />} errorTitle={t("challenge.failed")}>
        {(shown) => <Details challenge={localizeChallenge(shown)} />}
      </QueryState>
    </div>
  );
}

function Details({ challenge }: { readonly challenge: ChallengeDetail }) {
  const { title, description, goalType, participantCount, genre, books } = challenge;
  return (
    <>
      <PageHeader title={title} hint={formatChallengeDates(challenge)} />
      <div className="flex flex-col gap-6">
        <MyProgress challenge={challenge} />
        <Card>
          <h2 className="mb-4 font-semibold font-title text-h3">{t("challenge.about")}</h2>
          {description && (
            <p dir="auto" className="mb-5 max-w-measure whitespace-pre-line">
              {description}
            </p>
          )}
          <dl className="grid gap-4 sm:grid-cols-2">
            <DetailItem icon={<Target aria-hidden />} name={t("challenge.goal")}>
              {formatGoal(challenge)}
            </DetailItem>
            <DetailItem icon={<Users aria-hidden />} name={t("challenge.participantsName")}>
              {t("challenge.participants", { n: participantCount })}
            </DetailItem>
            <DetailItem icon={<CalendarDays aria-hidden />} name={t("challenge.from")}>
              {formatFirstDay(challenge)}
            </DetailItem>
            <DetailItem icon={<CalendarDays aria-hidden />} name={t("challenge.until")}>
              {formatLastDay(challenge)}
            </DetailItem>
          </dl>
          <p className="mt-5 text-muted text-small">
            {getCountingText(goalType)} {genre && t("challenge.countsGenre", { genre: getGenreName(genre) })}
          </p>
          {books.length > 0 && (
            <div className="mt-3 text-small">
              <p className="text-muted">{t("challenge.countsOnlyBooks")}</p>
              <ul className="mt-1 list-disc ps-5">
                {books.map(({ id, title }) => (
                  <li key={id}>
                    <TextLink to={`/book/${id}`}>
                      <bdi>{title}</bdi>
                    </TextLink>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </Card>
        <ChallengeUpdates challengeId={challenge.id} />
        <Participants challengeId={challenge.id} />
        <ButtonLink to="/challenges/champions" tone="quiet" className="self-start">
          {t("challenge.viewChampions")}
        </ButtonLink>
      </div>
    </>
  );
}

function MyProgress({ challenge }: { readonly challenge: ChallengeDetail }) {
  const { leave } = useParticipation(challenge);
  const { participation, completedCount } = challenge;
  const content = useFocusAfterChange(participation !== null);
  const result = isOpen(challenge) ? null : (
    <p className="text-muted">
      {t("challenge.isOver")} {t("challenge.result", { done: completedCount })}.
    </p>
  );
  if (!participation && result) return result;
  return (
    <div ref={content} className="contents">
      {participation ? (
        <Card>
          <h2 className="mb-3 font-semibold font-title text-h3">{t("challenge.yourProgress")}</h2>
          <GoalProgress challenge={challenge} participation={participation} />
          {result && <div className="mt-3">{result}</div>}
          <Button tone="secondary" size="small" className="mt-4" onClick={leave}>
            {t("challenge.leave")}
          </Button>
        </Card>
      ) : (
        <JoinButton isMain challenge={challenge} isJoined={false} />
      )}
    </div>
  );
}

/** The button that was pressed is replaced by another, which gets its focus. */
function useFocusAfterChange(isJoined: boolean) {
  const content = useRef<HTMLDivElement>(null);
  const wasJoined = useRef(isJoined);
  useLayoutEffect(() => {
    if (wasJoined.current !== isJoined && document.activeElement === document.body)
      content.current?.querySelector("button")?.focus();
    wasJoined.current = isJoined;
  }, [isJoined]);
  return content;
}

interface DetailItemProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly children: ReactNode;
}

function DetailItem({ icon, name, children }: DetailItemProps) {
  return (
    <div>
      <dt className="flex items-center gap-3 text-muted text-small [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent">
        {icon}
        {name}
      </dt>
      <dd className="ps-8">{children}</dd>
    </div>
  );
}

function ChallengePageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">{t("common.loading")}</span>
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="h-11 w-40 rounded-control" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  );
}
