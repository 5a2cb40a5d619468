import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { WebhookManager } from "#client/features/webhooks/webhook-manager.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/webhooks` */
export function WebhooksPage() {
  return (
    <AdminFrame title={t("admin.webhooks")} hint={t("siteAdmin.webhook.hint")} isAdminOnly>
      {() => <WebhookManager />}
    </AdminFrame>
  );
}
