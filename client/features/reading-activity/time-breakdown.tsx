import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ledgerContract } from "#shared/reading-activity/contract.ts";
import type { ByKind, Shares, Summary } from "#shared/reading-activity/stats.ts";
import { addDays, type Day, weekdayOf } from "#shared/reading-activity/time-zone.ts";
import { query } from "#client/lib/api/query.ts";
import { duration } from "#client/lib/i18n/format.ts";
import { genreName } from "#client/lib/i18n/genre-name.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Section } from "#client/ui/section.tsx";
import { type Part, Parts } from "./breakdown-bars.tsx";

const spans = ["week", "month", "year", "all"] as const;
type Span = (typeof spans)[number];

const mostGenres = 6;
const mostBooks = 5;

/** What the time of a chosen while went to: formats, genres and books. */
export function TimeShares({ summary }: { readonly summary: Summary }) {
  const [span, setSpan] = useState<Span>("month");
  const { today } = summary;
  const shares = useQuery(
    query(ledgerContract.getShares, { query: { from: beginOf(span, summary), to: today } }),
  );
  return (
    <Section title={t("ledger.shares")}>
      <div className="mb-5 max-w-60">
        <Select
          label={t("ledger.while")}
          isLabelHidden
          options={spans.map((value) => ({ value, label: t(`ledger.while_${value}`) }))}
          value={span}
          onChange={setSpan}
        />
      </div>
      <QueryState
        of={shares}
        loading={<Skeleton className="h-60 rounded-card" />}
        isEmpty={({ sums }) => sums.seconds === 0}
        empty={<EmptyState title={t("ledger.noneInWhile")} />}
      >
        {(found) => <Bars shares={found} />}
      </QueryState>
    </Section>
  );
}

function Bars({ shares: { sums, byKind, genres, books } }: { readonly shares: Shares }) {
  return (
    <>
      <p className="mb-5 text-muted">
        {t("ledger.shareSums", { time: duration(sums.seconds), days: sums.days })}
      </p>
      <div className="grid gap-8 sm:grid-cols-2">
        <div className="flex flex-col gap-8">
          <Parts title={t("ledger.formats")} parts={formatsOf(byKind)} />
          <Parts title={t("ledger.books")} parts={books.slice(0, mostBooks).map(partOfBook)} />
        </div>
        <Parts
          title={t("ledger.genres")}
          parts={genres.slice(0, mostGenres).map(partOfGenre)}
          hint={t("ledger.genresHint")}
        />
      </div>
    </>
  );
}

function beginOf(span: Span, { today, firstDay }: Summary): Day {
  if (span === "week") return addDays(today, 1 - weekdayOf(today));
  if (span === "month") return `${today.slice(0, 7)}-01`;
  if (span === "year") return `${today.slice(0, 4)}-01-01`;
  // Whoever has come from the east has read tomorrow.
  return firstDay !== null && firstDay < today ? firstDay : today;
}

const kinds = ["reading", "listening", "step", "speech"] as const;

const formatsOf = (byKind: ByKind): Part[] =>
  kinds
    .map((kind) => ({ label: t(`ledger.${kind}`), seconds: byKind[kind] }))
    .filter(({ seconds }) => seconds > 0);

const partOfGenre = ({ genre, seconds }: Shares["genres"][number]): Part => ({
  label: genreName(genre),
  seconds,
});

const partOfBook = ({ title, seconds }: Shares["books"][number]): Part => ({
  label: title || t("ledger.otherBooks"),
  seconds,
});
