import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useSearchParams } from "react-router-dom";
import { isStaff } from "#shared/accounts/user.ts";
import type { ReplyOf } from "#shared/api/contract.ts";
import {
  type Champion,
  ChampionKind,
  ChampionPeriod,
  challengesContract,
} from "#shared/challenges/contract.ts";
import { formatAmount } from "#client/features/challenges/challenge-texts.ts";
import { ChampionList, ChampionListSkeleton } from "#client/features/challenges/champion-list.tsx";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Tabs } from "#client/ui/tabs.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

const importStaffTools = () => import("#client/features/challenges/champion-exclusions.tsx");
const ExcludeButton = lazyComponent(async () => (await importStaffTools()).ExcludeButton);
const ExcludedReaders = lazyComponent(async () => (await importStaffTools()).ExcludedReaders);

const texts = {
  month: "challenge.month",
  year: "challenge.year",
  all: "challenge.allTime",
} as const satisfies Record<ChampionPeriod, MessageKey>;

const kindTexts = {
  books: "challenge.kindBooks",
  minutes: "challenge.kindMinutes",
  pages: "challenge.kindPages",
  streak: "challenge.kindStreak",
} as const satisfies Record<ChampionKind, MessageKey>;

const countingTexts = {
  books: "challenge.halfCoveredHint",
  minutes: "challenge.measuredOnly",
  pages: "challenge.measuredOnly",
  streak: "challenge.streakHint",
} as const satisfies Record<ChampionKind, MessageKey>;

/** `/champions` and `/challenges/champions`; `?period=` selects the time and `?kind=` the unit. */
export function ChampionsPage() {
  const [params, setParams] = useSearchParams();
  const period = ChampionPeriod.safeParse(params.get("period")).data ?? "month";
  const kind = ChampionKind.safeParse(params.get("kind")).data ?? "books";
  const show = (selected: { period?: ChampionPeriod; kind?: ChampionKind }) =>
    setParams(toSearchParams({ period, kind, ...selected }), { replace: true });
  const champions = useQuery({
    ...query(challengesContract.listChampions, { query: { period, kind } }),
    placeholderData: keepPreviousData,
  });
  const user = useUser();
  usePageTitle(t("challenge.champions"));

  return (
    <div className="max-w-3xl">
      <PageHeader
        title={t("challenge.champions")}
        hint={t("challenge.championsHint")}
        actions={
          <ButtonLink to="/challenges" tone="secondary">
            {t("challenge.all")}
          </ButtonLink>
        }
      />
      <Tabs
        isPageWide
        label={t("challenge.periods")}
        tabs={ChampionPeriod.options.map((value) => ({ value, label: t(texts[value]) }))}
        value={period}
        onChange={(selected) => show({ period: selected })}
      >
        <h2 className="sr-only">{t(texts[period])}</h2>
        <div className="mb-4 sm:max-w-xs">
          <Select
            isLabelHidden
            label={t("challenge.kind")}
            options={ChampionKind.options.map((value) => ({ value, label: t(kindTexts[value]) }))}
            value={kind}
            onChange={(selected) => show({ kind: selected })}
          />
        </div>
        <QueryState
          query={champions}
          loading={<ChampionListSkeleton />}
          errorTitle={t("challenge.championsFailed")}
        >
          {({ champions: best, me }) => (
            <div
              className={champions.isPlaceholderData ? "opacity-60 transition-opacity" : ""}
              aria-busy={champions.isPlaceholderData}
            >
              {me && <MyRank me={me} kind={kind} />}
              {best.length > 0 ? (
                <ChampionList champions={best} kind={kind} action={renderAction} />
              ) : (
                <NoChampions />
              )}
              <p className="mt-4 text-muted text-small">{t(countingTexts[kind])}</p>
            </div>
          )}
        </QueryState>
      </Tabs>
      {user && isStaff(user) && (
        <Suspense>
          <ExcludedReaders />
        </Suspense>
      )}
    </div>
  );
}

const renderAction = ({ userId, ...champion }: Champion) =>
  userId && (
    <Suspense>
      <ExcludeButton champion={{ ...champion, userId }} />
    </Suspense>
  );

function toSearchParams({ period, kind }: { readonly period: ChampionPeriod; readonly kind: ChampionKind }) {
  return { ...(period !== "month" && { period }), ...(kind !== "books" && { kind }) };
}

type OwnRank = NonNullable<ReplyOf<typeof challengesContract.listChampions>["me"]>;

interface MyRankProps {
  readonly me: OwnRank;
  readonly kind: ChampionKind;
}

function MyRank({ me: { rank, amount, participates }, kind }: MyRankProps) {
  const text =
    rank === null
      ? t("challenge.myRankNone")
      : t("challenge.myRank", { rank: formatCount(rank), amount: formatAmount(kind, amount) });
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 text-muted">
      {participates ? text : t("challenge.hiddenFromChampions")}
      <TextLink to="/settings?part=data" className="inline-flex min-h-11 items-center text-small">
        {t("challenge.privacySettings")}
      </TextLink>
    </p>
  );
}

function NoChampions() {
  return (
    <EmptyState
      title={t("challenge.noChampions")}
      hint={t("challenge.noChampionsHint")}
      action={<ButtonLink to="/browse">{t("challenge.findABook")}</ButtonLink>}
    />
  );
}
