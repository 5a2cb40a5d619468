import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Champion, ChampionKind } from "#shared/challenges/contract.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { EightPointStar } from "#client/ui/geometric-pattern.tsx";
import { ReaderName } from "#client/ui/reader-name.tsx";
import { formatAmount } from "./challenge-texts.ts";

const rowClassName = "flex min-h-16 items-center gap-3 rounded-card border px-3 py-2.5 sm:gap-4 sm:px-5";

interface ChampionListProps {
  readonly champions: readonly Champion[];
  readonly kind: ChampionKind;
  /** Additional content of a row. */
  readonly action?: (champion: Champion) => ReactNode;
}

export function ChampionList({ champions, kind, action }: ChampionListProps) {
  return (
    <ol className="flex flex-col gap-2">
      {champions.map((champion, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two champions may have the same name, and none moves by itself.
        <li key={index}>
          <ChampionRow champion={champion} kind={kind} action={action?.(champion)} />
        </li>
      ))}
    </ol>
  );
}

function ChampionRow({ champion, kind, action }: RowProps) {
  const { rank, name, username, profileImageUrl, amount, isMe } = champion;
  return (
    <div
      className={clsx(rowClassName, isMe ? "border-primary bg-primary/8" : "border-line bg-surface")}
      {...(isMe && { "aria-current": "true" as const })}
    >
      <span className="relative grid size-11 shrink-0 place-items-center">
        {rank <= 3 && <EightPointStar className="absolute inset-0 size-full text-accent/35" />}
        <span className="relative font-semibold tabular-nums">
          <span className="sr-only">{t("challenge.rank", { n: formatCount(rank) })}</span>
          <span aria-hidden>{formatCount(rank)}</span>
        </span>
      </span>
      <Avatar imageUrl={profileImageUrl} name={name} />
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:justify-between sm:gap-4">
        <span className="min-w-0">
          <ReaderName name={name} username={username} className="block truncate font-medium" />
          {isMe && <span className="block text-primary text-small">{t("challenge.you")}</span>}
        </span>
        <span className="text-muted text-small sm:text-end">{formatAmount(kind, amount)}</span>
      </span>
      {action}
    </div>
  );
}

interface RowProps {
  readonly champion: Champion;
  readonly kind: ChampionKind;
  readonly action: ReactNode;
}

export function ChampionListSkeleton() {
  return (
    <Skeletons count={6} className="flex flex-col gap-2">
      <Skeleton className="h-16 rounded-card" />
    </Skeletons>
  );
}
