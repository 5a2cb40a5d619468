import { useQuery } from "@tanstack/react-query";
import { BookCheck, BookOpen, LibraryBig, type LucideIcon } from "lucide-react";
import { Link } from "react-router-dom";
import { libraryContract } from "#shared/library/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";

/** Shows at most this many finished books. */
export const maxFinished = 3;

const className = "grid grid-cols-3 gap-3 lg:h-[calc(100%-3.75rem)] lg:grid-cols-1 lg:grid-rows-3";

export function ReadingStats() {
  const counts = useQuery(query(libraryContract.getLibraryCounts, {}));
  return (
    <QueryState
      query={counts}
      loading={
        <Skeletons count={3} className={className}>
          <Skeleton className="h-36 rounded-card lg:h-full lg:min-h-18" />
        </Skeletons>
      }
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState title={t("home.noStats")} />}
      errorTitle={t("home.failedStats")}
    >
      {({ total, byStatus }) => (
        <ul className={className}>
          <StatTile
            icon={LibraryBig}
            value={formatCount(total)}
            label={t("home.statTotal", { n: total })}
            to="/library"
          />
          <StatTile
            icon={BookOpen}
            value={formatCount(byStatus["currently-reading"])}
            label={t("home.statReading")}
            to="/library?status=currently-reading"
          />
          <StatTile
            icon={BookCheck}
            value={formatCount(Math.min(byStatus.finished, maxFinished), byStatus.finished > maxFinished)}
            label={t("home.statFinished")}
            to="/library?status=finished"
          />
        </ul>
      )}
    </QueryState>
  );
}

interface StatTileProps {
  readonly icon: LucideIcon;
  readonly value: string;
  readonly label: string;
  readonly to: string;
}

function StatTile({ icon: Icon, value, label, to }: StatTileProps) {
  return (
    <li className="min-w-0">
      <Link
        to={to}
        className="flex h-full min-h-36 flex-col justify-center gap-1 rounded-card border border-line bg-surface p-4 transition-colors hover:border-primary lg:min-h-18 lg:flex-row lg:items-center lg:justify-start lg:gap-4 lg:py-3"
      >
        <Icon aria-hidden className="size-6 shrink-0 text-accent" />
        <span className="font-semibold font-title text-h2 tabular-nums">{value}</span>{" "}
        <span className="text-muted text-small">{label}</span>
      </Link>
    </li>
  );
}
