import { Download, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { getUrl } from "#shared/api/http-client.ts";
import { activityContract, activityStreams } from "#shared/reading-activity/contract.ts";
import type { ReadingSession } from "#shared/reading-activity/session.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
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
  const sessions = usePagedQuery(activityContract.listActivity, { query: { limit: 10 } });
  return (
    <PagedList query={sessions} isManual empty={<EmptyState title={t("readingActivity.noSessions")} />}>
      {(session) => <SessionRow session={session} onEdit={() => onEdit(session)} />}
    </PagedList>
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
