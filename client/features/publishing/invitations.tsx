import { useQuery } from "@tanstack/react-query";
import { type CoauthorInvitation, coauthorsContract } from "#shared/publishing/coauthors.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const { listInvitations, answerInvitation } = coauthorsContract;

/** Open invitations to work on books; null when there are none. */
export function Invitations() {
  const { data } = useQuery(query(listInvitations, {}));
  if (!data || data.invitations.length === 0) return null;
  return (
    <ul aria-label={t("publishing.invitations")} className="mb-6 flex flex-col gap-3">
      {data.invitations.map((invitation) => (
        <li key={invitation.bookId}>
          <Invitation invitation={invitation} />
        </li>
      ))}
    </ul>
  );
}

function Invitation({ invitation }: { readonly invitation: CoauthorInvitation }) {
  const { bookId, title, from, canEdit } = invitation;
  const answerMutation = useContractMutation(answerInvitation, {
    handlesErrors: true,
  });
  const reply = (accepts: boolean) =>
    answerMutation.mutate(
      { params: { bookId }, body: { accepts } },
      { onError: (error) => toast({ tone: "destructive", title: getErrorMessage(error) }) },
    );
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <div className="min-w-48 flex-1">
        <p dir="auto" className="break-words font-medium">
          {title}
        </p>
        <p className="text-muted text-small">
          {t(canEdit ? "publishing.invitesToEdit" : "publishing.invitesToView", {
            name: from || t("publishing.site"),
          })}
        </p>
      </div>
      <div className="flex gap-2">
        <Button isPending={answerMutation.isPending} onClick={() => reply(true)}>
          {t("publishing.accept")}
        </Button>
        <Button tone="secondary" disabled={answerMutation.isPending} onClick={() => reply(false)}>
          {t("publishing.decline")}
        </Button>
      </div>
    </Card>
  );
}
