import { useQuery } from "@tanstack/react-query";
import { type ShelfDetail, ShelfId, shelvesContract } from "#shared/shelves/contract.ts";
import { FollowButton } from "#client/features/follows/follow-button.tsx";
import { VisibilityLabel } from "#client/features/shelves/shelf-card.tsx";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { PageNotFoundError, useRouteParam } from "#client/lib/hooks/route-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ShareButton } from "#client/ui/forms/share-button.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { PageHeader } from "#client/ui/page-header.tsx";
import { ReaderName } from "#client/ui/reader-name.tsx";
import { ShelfBooks } from "./shelf-books.tsx";
import { ShelfMenu } from "./shelf-menu.tsx";

/** `/shelves/:id` */
export function ShelfPage() {
  const shelfId = useRouteParam("id", ShelfId);
  const shelf = useQuery(query(shelvesContract.getShelf, { params: { shelfId } }));
  usePageTitle(shelf.data?.name ?? null);
  if (getErrorStatus(shelf.error) === 404) throw new PageNotFoundError();
  return (
    <QueryState
      query={shelf}
      loading={<Skeleton className="h-60 rounded-card" />}
      errorTitle={t("shelves.failedOne")}
    >
      {(data) => (
        <>
          <Header shelf={data} />
          <ShelfBooks shelf={data} />
        </>
      )}
    </QueryState>
  );
}

function Header({ shelf }: { readonly shelf: ShelfDetail }) {
  const { id, name, description, owner, isOwn, visibility, bookCount, followerCount, removedReason } = shelf;
  return (
    <>
      <PageHeader
        title={name}
        hint={
          <span className="flex flex-wrap items-center gap-x-3">
            <ReaderName name={owner.name} username={owner.hasProfile ? owner.username : null} />
            <span>{t("shelves.count", { n: bookCount })}</span>
            {followerCount > 0 && <span>{t("shelves.followers", { n: followerCount })}</span>}
            {isOwn && <VisibilityLabel visibility={visibility} />}
          </span>
        }
        actions={
          <div className="flex flex-wrap items-center gap-2">
            {!isOwn && <FollowButton kind="shelf" id={id} />}
            {visibility !== "private" && (
              <ShareButton
                size="small"
                label={t("shelves.share")}
                failure={t("shelves.shareFailed")}
                onShare={() => shareShelf(shelf)}
              />
            )}
            <ShelfMenu shelf={shelf} />
          </div>
        }
      />
      {removedReason !== null && (
        <p role="status" className="mb-4 rounded-control bg-primary/8 p-3">
          {removedReason ? t("shelves.hiddenReason", { reason: removedReason }) : t("shelves.hidden")}
        </p>
      )}
      {description && (
        <p dir="auto" className="mb-6 max-w-measure whitespace-pre-line break-words">
          {description}
        </p>
      )}
    </>
  );
}

async function shareShelf({ id, name }: ShelfDetail): Promise<void> {
  const url = `${location.origin}/shelves/${id}`;
  if (navigator.share) await navigator.share({ title: name, url });
  else await copyText(url);
}
