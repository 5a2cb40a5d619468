import { useQuery } from "@tanstack/react-query";
import type { PostId } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { query } from "#client/lib/api/query.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface PostHistoryProps {
  readonly postId: PostId;
  readonly onClose: () => void;
}

/** The earlier texts of an edited post, for moderators. */
export function PostHistory({ postId, onClose }: PostHistoryProps) {
  const revisions = useQuery({
    ...query(discussionsContract.listPostRevisions, { params: { postId } }),
    staleTime: 0,
  });
  return (
    <Dialog
      title={t("community.editHistory")}
      description={t("community.editHistoryHint")}
      isOpen
      onClose={onClose}
    >
      <QueryState query={revisions} loading={<Spinner />} errorTitle={t("community.editHistoryFailed")}>
        {(earlier) => (
          <ol className="flex flex-col gap-4">
            {earlier.map(({ source, replacedAt }) => (
              <li key={replacedAt.toISOString()} className="border-line border-s-2 ps-3">
                <p className="text-muted text-small">
                  {t("community.replacedAt", { when: formatRelativeTime(replacedAt) })}
                </p>
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {source}
                </p>
              </li>
            ))}
          </ol>
        )}
      </QueryState>
    </Dialog>
  );
}
