import { useQuery } from "@tanstack/react-query";
import { getShortName } from "#shared/accounts/short-name.ts";
import { type MarkShare, marginContract } from "#shared/marks/margin-contract.ts";
import { NoteText } from "#client/features/marks/components/mark-actions.tsx";
import type { ShownMark } from "#client/features/marks/store/mark-store.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface ShareMarkDialogProps {
  readonly mark: ShownMark;
  readonly onClose: () => void;
}

/** Shares a mark with communities; shows exactly what their members will see. */
export function ShareMarkDialog({ mark, onClose }: ShareMarkDialogProps) {
  const user = useUser();
  const shares = useQuery(query(marginContract.listMarkShares, { params: { markId: mark.id } }));
  return (
    <Dialog title={t("margin.share")} description={t("margin.shareHint")} isOpen onClose={onClose}>
      <figure className="flex flex-col gap-2 rounded-card border border-line p-3 text-small">
        <figcaption className="font-medium">
          {user && t("margin.sharedBy", { name: getShortName(user.firstName, user.lastName) })}
        </figcaption>
        {mark.anchor.quote && (
          <blockquote
            dir="auto"
            className="max-h-32 overflow-y-auto wrap-anywhere border-line border-s-2 ps-3"
          >
            {mark.anchor.quote.exact}
          </blockquote>
        )}
        {mark.note && (
          <div className="max-h-32 overflow-y-auto wrap-anywhere">
            <NoteText mark={mark} />
          </div>
        )}
      </figure>
      <QueryState query={shares} loading={<Skeleton className="h-11" />} errorTitle={t("margin.failed")}>
        {(communities) => (
          <ul className="flex flex-col">
            {communities.map((share) => (
              <li key={share.communityId}>
                <ShareSwitch mark={mark} share={share} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <div className="flex justify-end">
        <Button onClick={onClose}>{t("marks.done")}</Button>
      </div>
    </Dialog>
  );
}

function ShareSwitch({ mark, share }: { readonly mark: ShownMark; readonly share: MarkShare }) {
  const shareMutation = useContractMutation(marginContract.shareMark);
  const unshareMutation = useContractMutation(marginContract.unshareMark);
  const { communityId, name, state, removedReason } = share;
  const params = { markId: mark.id, communityId };
  const isShared = state === "shown" || state === "held";
  const isPending = shareMutation.isPending || unshareMutation.isPending;
  return (
    <Switch
      label={name}
      {...(state === "held" && { hint: t("margin.heldHint") })}
      {...(state === "removed" && {
        hint: removedReason ? t("margin.removedFor", { reason: removedReason }) : t("margin.wasRemoved"),
      })}
      checked={isPending ? shareMutation.isPending : isShared}
      disabled={state === "removed"}
      onChange={(isOn) => isPending || (isOn ? shareMutation : unshareMutation).mutate({ params })}
    />
  );
}
