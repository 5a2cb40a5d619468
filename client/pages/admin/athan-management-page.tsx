import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { DefaultsPanel } from "#client/features/prayer-admin/defaults-panel.tsx";
import { RecordingsPanel } from "#client/features/prayer-admin/recordings-panel.tsx";
import { SendingPanel } from "#client/features/prayer-admin/sending-panel.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/athan-management`: recordings, default settings by country, and delivery statistics. */
export function AthanPage() {
  return (
    <AdminFrame title={t("admin.athan")} hint={t("athan.hint")}>
      {(_dashboard, user) => (
        <>
          <RecordingsPanel user={user} />
          <SendingPanel />
          <DefaultsPanel />
        </>
      )}
    </AdminFrame>
  );
}
