import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { getUrl } from "#shared/api/http-client.ts";
import { activityContract, activityStreams } from "#shared/reading-activity/contract.ts";
import type { ReadingSession } from "#shared/reading-activity/session.ts";
import { infiniteQuery } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { LoadMore } from "#client/ui/feedback/load-more.tsx";
import { EmptyState, ErrorState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button, getButtonClassName } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { Section } from "#client/ui/section.tsx";
import { SessionRow } from "./session-row.tsx";

const SessionForm = lazyOverlay(async () => (await import("./session-form.tsx")).SessionForm);

/** The user's own sessions, latest first, with forms to add, edit and delete. */
export function Sessions() {
  /** Null for a new session. */
  const [open, setOpen] = useState<{ readonly session: ReadingSession | null } | null>(null);
  return (
    <Section title={t("readingActivity.sessions")}>
      <div className="mb-4 flex flex-wrap gap-2">
        <Button
          tone="secondary"
          size="small"
          icon={<Plus aria-hidden />}
          onClick={() => setOpen({ session: null })}
        >
          {t("readingActivity.add")}
        </Button>
        <ExportLink href={getUrl(activityStreams.exportCsv, {})} label={t("readingActivity.exportCsv")} />
        <ExportLink href={getUrl(activityStreams.exportJson, {})} label={t("readingActivity.exportJson")} />
      </div>
      <SessionList onEdit={(session) => setOpen({ session })} />
      <Suspense>{open && <SessionForm {...open} onClose={() => setOpen(null)} />}</Suspense>
    </Section>
  );
}

function SessionList({ onEdit }: { readonly onEdit: (session: ReadingSession) => void }) {
  const sessions = useInfiniteQuery(infiniteQuery(activityContract.listActivity, { query: { limit: 10 } }));
  const rows = sessions.data?.pages.flatMap((page) => page.sessions);
  if (!rows) {
    if (sessions.isError)
      return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />;
    return (
      <Skeletons count={4} className="flex flex-col gap-2">
        <Skeleton className="h-16 rounded-card" />
      </Skeletons>
    );
  }
  if (rows.length === 0) return <EmptyState title={t("readingActivity.noSessions")} />;
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {rows.map((session) => (
          <SessionRow key={session.id} session={session} onEdit={() => onEdit(session)} />
        ))}
      </ul>
      <LoadMore
        hasMore={sessions.hasNextPage}
        isLoading={sessions.isFetchingNextPage}
        isRequested
        error={sessions.isError ? sessions.error : null}
        onLoad={() => void sessions.fetchNextPage()}
      />
    </>
  );
}

function ExportLink({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <a href={href} download className={getButtonClassName({ tone: "quiet", size: "small" })}>
      <Download aria-hidden />
      {label}
    </a>
  );
}
