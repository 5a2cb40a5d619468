import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Trophy } from "lucide-react";
import type { ReactNode } from "react";
import { type Challenge, challengesContract, type UserChallenge } from "#shared/challenges/contract.ts";
import { ChallengeTile, ChallengeTileSkeleton } from "#client/features/challenges/challenge-tile.tsx";
import { useMyChallenges } from "#client/features/challenges/use-participation.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { query } from "#client/lib/api/query.ts";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { keepFocusInRows } from "#client/lib/keep-focus-in-rows.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Section } from "#client/ui/section.tsx";

const { listActive, listUpcoming, listPast } = challengesContract;
const className = "grid gap-4 sm:grid-cols-2 lg:grid-cols-3";
const pastPageSize = 12;

/** `/challenges`: joined, running, upcoming and past challenges. */
export function ChallengesPage() {
  const { user, isLoading: isSessionLoading } = useSession();
  const myChallenges = useMyChallenges();
  const active = useQuery(query(listActive, {}));
  const upcoming = useQuery(query(listUpcoming, {}));
  usePageTitle(t("challenge.title"));

  const joined = new Map((myChallenges.data ?? []).map((each) => [each.challenge.id, each]));
  // Sections appear in order, so that nothing moves down while it is being read.
  const hasOwnSection = !isSessionLoading && !myChallenges.isLoading;
  const isActiveLoaded = hasOwnSection && !active.isLoading;
  const isUpcomingLoaded = isActiveLoaded && !upcoming.isLoading;
  const listOthers = (all: readonly Challenge[]) => all.filter(({ id }) => !joined.has(id));
  return (
    <>
      <PageHeader
        title={t("challenge.title")}
        hint={t("challenge.hint")}
        actions={
          <ButtonLink to="/challenges/champions" tone="secondary" icon={<Trophy aria-hidden />}>
            {t("challenge.viewChampions")}
          </ButtonLink>
        }
      />
      <div ref={keepFocusInRows}>
        {(user || isSessionLoading) && <MyChallenges query={myChallenges} />}
        {hasOwnSection && (
          <Section title={t("challenge.active")}>
            <Challenges
              query={active}
              filter={listOthers}
              empty={<NoActiveChallenges hasJoined={joined.size > 0} />}
            />
          </Section>
        )}
        {isActiveLoaded && upcoming.data && listOthers(upcoming.data).length > 0 && (
          <Section title={t("challenge.upcoming")}>
            <Grid>{listOthers(upcoming.data).map((challenge) => [challenge, null] as const)}</Grid>
          </Section>
        )}
        <PastChallenges joined={joined} isReady={isUpcomingLoaded} />
      </div>
    </>
  );
}

function MyChallenges({ query }: { readonly query: UseQueryResult<UserChallenge[]> }) {
  return (
    <Section title={t("challenge.mine")}>
      <QueryState
        query={query}
        loading={<ChallengesSkeleton />}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState title={t("challenge.noneMine")} hint={t("challenge.noneMineHint")} />}
        errorTitle={t("challenge.failed")}
      >
        {(all) => (
          <Grid>{all.map(({ challenge, ...participation }) => [challenge, participation] as const)}</Grid>
        )}
      </QueryState>
    </Section>
  );
}

interface ChallengesProps {
  readonly query: UseQueryResult<Challenge[]>;
  readonly filter: (all: readonly Challenge[]) => readonly Challenge[];
  readonly empty: ReactNode;
}

function Challenges({ query, filter, empty }: ChallengesProps) {
  return (
    <QueryState
      query={query}
      loading={<ChallengesSkeleton />}
      isEmpty={(all) => filter(all).length === 0}
      empty={empty}
      errorTitle={t("challenge.failed")}
    >
      {(all) => <Grid>{filter(all).map((challenge) => [challenge, null] as const)}</Grid>}
    </QueryState>
  );
}

function NoActiveChallenges({ hasJoined }: { readonly hasJoined: boolean }) {
  return (
    <EmptyState
      title={t(hasJoined ? "challenge.joinedAll" : "challenge.noneActive")}
      hint={t("challenge.noneActiveHint")}
      action={<ButtonLink to="/browse">{t("challenge.findABook")}</ButtonLink>}
    />
  );
}

interface PastProps {
  readonly joined: ReadonlyMap<string, UserChallenge>;
  readonly isReady: boolean;
}

function PastChallenges({ joined, isReady }: PastProps) {
  const past = usePagedQuery(listPast, { query: { limit: pastPageSize } });
  const others = past.rows?.filter(({ id }) => !joined.has(id));
  if (!isReady || (!past.isError && !others?.length)) return null;
  return (
    <Section title={t("challenge.past")}>
      <PagedList
        query={{ ...past, rows: others }}
        errorTitle={t("challenge.failed")}
        className={className}
        itemClassName="min-w-0"
        skeleton={<ChallengeTileSkeleton />}
      >
        {(challenge) => <ChallengeTile challenge={challenge} participation={null} />}
      </PagedList>
    </Section>
  );
}

type GridItem = readonly [Challenge, Omit<UserChallenge, "challenge"> | null];

function Grid({ children }: { readonly children: readonly GridItem[] }) {
  return (
    <ul className={className}>
      {children.map(([challenge, participation]) => (
        <li key={challenge.id} className="min-w-0">
          <ChallengeTile challenge={challenge} participation={participation} />
        </li>
      ))}
    </ul>
  );
}

function ChallengesSkeleton() {
  return (
    <Skeletons count={3} className={className}>
      <ChallengeTileSkeleton />
    </Skeletons>
  );
}
