import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { AppealQueue } from "#client/features/decisions/appeal-queue.tsx";
import { HeldWords } from "#client/features/moderation/held-words.tsx";
import { ReportQueue } from "#client/features/moderation/report-queue.tsx";
import { SuspendDialog } from "#client/features/staff/user-dialogs.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/reports` */
export function ReportsPage() {
  return (
    <AdminFrame title={t("moderation.title")} hint={t("moderation.titleHint")}>
      {() => (
        <>
          <ReportQueue
            renderSuspendDialog={(reportedUser, onClose) => (
              <SuspendDialog user={reportedUser} onClose={onClose} />
            )}
          />
          <AppealQueue />
          <HeldWords />
        </>
      )}
    </AdminFrame>
  );
}
