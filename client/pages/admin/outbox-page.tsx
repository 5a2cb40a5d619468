import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { OutboxList } from "#client/features/staff/outbox-list.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/outbox` */
export function OutboxPage() {
  return (
    <AdminFrame title={t("admin.outbox")} isAdminOnly>
      {() => <OutboxList />}
    </AdminFrame>
  );
}
