import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { MessageList } from "#client/features/staff/message-list.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/messages` */
export function MessagesPage() {
  return <AdminFrame title={t("admin.messages")}>{() => <MessageList />}</AdminFrame>;
}
