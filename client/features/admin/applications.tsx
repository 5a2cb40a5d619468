import { authorsContract } from "#shared/authors/contract.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ApplicationCard } from "./application-card.tsx";

const applicationsPerPage = 20;

export function Applications() {
  return (
    <PagedList
      query={usePagedQuery(authorsContract.listApplications, {
        query: { state: "waiting", limit: applicationsPerPage },
      })}
      errorTitle={t("admin.loadFailed")}
      className="flex flex-col gap-4"
      skeleton={<Skeleton className="h-48 rounded-card" />}
      skeletonCount={1}
    >
      {(application) => <ApplicationCard application={application} />}
    </PagedList>
  );
}
