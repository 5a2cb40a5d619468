import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { accountsContract, type SessionInfo } from "#shared/accounts/contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { formatDevice } from "#client/lib/i18n/format-device.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";

const { listSessions, endSession, endOtherSessions } = accountsContract;

export function ActiveSessions() {
  const sessions = useQuery(query(listSessions, {}));
  const endOthers = useContractMutation(endOtherSessions);
  return (
    <QueryState query={sessions} loading={<Skeleton className="h-32" />}>
      {(all) => (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {all.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {all.length > 1 && (
            <Button
              tone="secondary"
              className="mt-4"
              isPending={endOthers.isPending}
              onClick={() => endOthers.mutate({})}
            >
              {t("settings.signOutOthers")}
            </Button>
          )}
        </>
      )}
    </QueryState>
  );
}

function SessionRow({ session }: { readonly session: SessionInfo }) {
  const { id, network, lastSeenAt, isCurrent } = session;
  const device = formatDevice(session.device);
  const endMutation = useContractMutation(endSession);
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <MonitorSmartphone aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{device}</p>
        <p className="text-muted text-small">
          {isCurrent ? t("settings.thisDevice") : formatRelativeTime(lastSeenAt)}
          {network && (
            <>
              {" · "}
              <bdi>{network}</bdi>
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button
          tone="secondary"
          size="small"
          aria-label={t("settings.signOutDevice", { device })}
          isPending={endMutation.isPending}
          onClick={() => endMutation.mutate({ params: { sessionId: id } })}
        >
          {t("settings.signOutOne")}
        </Button>
      )}
    </li>
  );
}
