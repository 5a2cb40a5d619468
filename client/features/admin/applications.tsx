import { useQuery } from "@tanstack/react-query";
import { authorsContract } from "#shared/authors/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ApplicationCard } from "./application-card.tsx";

export function Applications({ count }: { readonly count: number }) {
  const waiting = useQuery(
    query(authorsContract.listApplications, { query: { state: "waiting", limit: 20 } }),
  );
  return (
    <QueryState
      query={waiting}
      loading={<Skeleton className="h-48 rounded-card" />}
      errorTitle={t("admin.loadFailed")}
    >
      {({ applications }) => (
        <>
          <ul className="flex flex-col gap-4">
            {applications.map((application) => (
              <li key={application.id}>
                <ApplicationCard application={application} />
              </li>
            ))}
          </ul>
          {count > applications.length && (
            <p className="mt-2 text-muted text-small">{t("admin.moreApplications")}</p>
          )}
        </>
      )}
    </QueryState>
  );
}
