import { useQuery } from "@tanstack/react-query";
import { ledgerContract } from "#shared/ledger/contract.ts";
import type { ByKind, Summary, Sums } from "#shared/ledger/figures.ts";
import { addDays, weekdayOf } from "#shared/ledger/zone.ts";
import { query } from "#client/lib/api.ts";
import { count, duration } from "#client/lib/format.ts";
import { say } from "#client/lib/words.ts";
import { EmptyFace, Faces } from "#client/ui/faces.tsx";
import { Section } from "#client/ui/section.tsx";
import { Skeleton, Skeletons } from "#client/ui/skeleton.tsx";
import { HeatMap } from "./heat-map.tsx";
import { zoneHere } from "./recording/zone-here.ts";
import { SessionList } from "./session-list.tsx";

const weeks = 26;

/** What the ledger says of its reader: figures, days, formats, genres and sessions. */
export function TimeWithBooks() {
  const summary = useQuery({
    ...query(ledgerContract.getSummary, { query: { zone: zoneHere() } }),
    refetchOnMount: "always",
  });
  return (
    <Section title={say("ledger.title")}>
      <Faces of={summary} errorTitle={say("ledger.failed")} loading={<FiguresSkeleton />}>
        {(figures) =>
          figures.total.sessions === 0 ? (
            <EmptyFace title={say("ledger.none")} hint={say("ledger.noneHint")} />
          ) : (
            <Figures summary={figures} />
          )
        }
      </Faces>
    </Section>
  );
}

function Figures({ summary }: { readonly summary: Summary }) {
  const { day, week, year, streak, pace } = summary;
  return (
    <div className="flex flex-col gap-8">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure label={say("ledger.today")} {...figureOf(day)} />
        <Figure label={say("ledger.week")} {...figureOf(week)} />
        <Figure label={say("ledger.year")} {...figureOf(year)} />
        <Figure
          label={say("ledger.streak")}
          value={count(streak.current)}
          hint={say("ledger.longest", { n: count(streak.longest) })}
        />
      </dl>
      {pace.wordsPerMinute !== null && (
        <p className="text-muted">{say("ledger.pace", { n: count(pace.wordsPerMinute) })}</p>
      )}
      <Days summary={summary} />
      <div>
        <h3 className="mb-3 font-medium">{say("ledger.sessions")}</h3>
        <SessionList />
      </div>
      <p className="flex flex-wrap gap-x-6">
        <ExportLink href="/api/ledger/export.csv" label={say("ledger.exportCsv")} />
        <ExportLink href="/api/ledger/export.json" label={say("ledger.exportJson")} />
      </p>
    </div>
  );
}

const figureOf = ({ seconds, pages }: Sums) => ({
  value: duration(seconds),
  hint: say("ledger.pages", { n: Math.floor(pages) }),
});

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly hint: string;
}

function Figure({ label, value, hint }: FigureProps) {
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
      <dt className="text-muted text-small">{label}</dt>
      <dd className="font-semibold font-title text-h3 tabular-nums">{value}</dd>
      <dd className="text-muted text-small">{hint}</dd>
    </div>
  );
}

function Days({ summary: { today } }: { readonly summary: Summary }) {
  const span = { from: addDays(today, -(weeks - 1) * 7 - (weekdayOf(today) - 1)), to: today };
  const days = useQuery(query(ledgerContract.listDays, { query: span }));
  const shares = useQuery(query(ledgerContract.getShares, { query: span }));
  return (
    <>
      <div>
        <h3 className="mb-3 font-medium">{say("ledger.heat")}</h3>
        <Faces of={days} loading={<Skeleton className="h-40 rounded-card" />}>
          {(held) => <HeatMap {...span} days={held} />}
        </Faces>
      </div>
      <Faces of={shares} loading={<Skeleton className="h-40 rounded-card" />}>
        {({ byKind, genres }) => (
          <div className="grid gap-8 sm:grid-cols-2">
            <Parts title={say("ledger.formats")} parts={formatsOf(byKind)} />
            <Parts title={say("ledger.genres")} parts={genres.slice(0, 6).map(partOfGenre)} />
          </div>
        )}
      </Faces>
    </>
  );
}

interface Part {
  readonly label: string;
  readonly seconds: number;
}

const kinds = ["reading", "listening", "step", "speech"] as const;

const formatsOf = (byKind: ByKind): Part[] =>
  kinds
    .map((kind) => ({ label: say(`ledger.${kind}`), seconds: byKind[kind] }))
    .filter(({ seconds }) => seconds > 0);

const partOfGenre = ({ genre, seconds }: { readonly genre: string; readonly seconds: number }): Part => ({
  label: genre,
  seconds,
});

function Parts({ title, parts }: { readonly title: string; readonly parts: readonly Part[] }) {
  const most = Math.max(1, ...parts.map(({ seconds }) => seconds));
  if (parts.length === 0) return null;
  return (
    <div>
      <h3 className="mb-3 font-medium">{title}</h3>
      <ul className="flex flex-col gap-3">
        {parts.map(({ label, seconds }) => (
          <li key={label}>
            <p className="flex justify-between gap-3 text-small">
              <bdi>{label}</bdi>
              <span className="text-muted tabular-nums">{duration(seconds)}</span>
            </p>
            <div aria-hidden className="mt-1 h-2 rounded-full bg-line">
              <div
                className="h-full rounded-full bg-primary"
                style={{ width: `${(100 * seconds) / most}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ExportLink({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <a href={href} download className="inline-flex min-h-11 items-center text-primary text-small underline">
      {label}
    </a>
  );
}

const FiguresSkeleton = () => (
  <Skeletons many={4} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
    <Skeleton className="h-28 rounded-card" />
  </Skeletons>
);
