import { useSearchParams } from "react-router-dom";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { NoNotifications, NotificationRow } from "#client/features/notifications/notification-row.tsx";
import { notificationsStaleMs, useMarkRead } from "#client/features/notifications/use-notifications.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** `/notifications` */
export function NotificationsPage() {
  usePageTitle(t("shell.notifications"));
  const [params, setParams] = useSearchParams();
  const only = params.get("only") === "unread" ? "unread" : undefined;
  const list = usePagedQuery(
    notificationsContract.listNotifications,
    { query: { limit: 30, ...(only && { only }) } },
    { staleTime: notificationsStaleMs, refetchOnMount: true },
  );
  const { markOne, markAll } = useMarkRead();
  const unread = list.first?.unreadCount ?? 0;

  return (
    <div className="grid items-start gap-x-10 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]">
      <div className="lg:col-span-2">
        <PageHeader title={t("shell.notifications")} />
      </div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 lg:col-start-2 lg:flex-col lg:items-start">
        <fieldset aria-label={t("notifications.show")} className="flex gap-2">
          {([undefined, "unread"] as const).map((filter) => (
            <Button
              key={filter ?? "all"}
              tone={filter === only ? "primary" : "secondary"}
              size="small"
              aria-pressed={filter === only}
              onClick={() => setParams(filter ? { only: filter } : {}, { replace: true })}
            >
              {t(filter ? "notifications.unread" : "notifications.all")}
            </Button>
          ))}
        </fieldset>
        <Button tone="secondary" size="small" disabled={unread === 0} onClick={markAll}>
          {t("notifications.markAllRead")}
        </Button>
        <TextLink to="/notifications-settings" className="inline-flex min-h-11 items-center">
          {t("notifications.title")}
        </TextLink>
      </div>
      <div className="lg:col-start-1 lg:row-start-2">
        <PagedList
          query={list}
          skeleton={<Skeleton className="h-20 rounded-card" />}
          skeletonCount={5}
          empty={
            <Card>{only ? <EmptyState title={t("notifications.noUnread")} /> : <NoNotifications />}</Card>
          }
        >
          {(notification) => <NotificationRow notification={notification} onRead={markOne} />}
        </PagedList>
      </div>
    </div>
  );
}
