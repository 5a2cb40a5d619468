import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import type { CommunityId } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";

const { listInvites, createInvite, deleteInvite } = communityContract;
const newInvite = { days: 7, maxUses: 20 };

/** Invitation links; a link is shown once. */
export function Invites({ communityId }: { readonly communityId: CommunityId }) {
  const params = { communityId };
  const invites = useQuery(query(listInvites, { params }));
  const [link, setLink] = useState("");
  const createMutation = useContractMutation(createInvite);
  const deleteMutation = useContractMutation(deleteInvite);
  const create = () =>
    createMutation.mutate(
      { params, body: newInvite },
      { onSuccess: ({ token }) => setLink(`${location.origin}/community/${communityId}?invite=${token}`) },
    );
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted text-small">
        {t("community.inviteHint", { days: newInvite.days, n: newInvite.maxUses })}
      </p>
      {link ? (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField label={t("community.inviteLink")} dir="ltr" readOnly value={link} />
          </div>
          <Button tone="secondary" icon={<Copy aria-hidden />} onClick={() => void copyText(link)}>
            {t("community.copy")}
          </Button>
        </div>
      ) : (
        <Button tone="secondary" className="self-start" isPending={createMutation.isPending} onClick={create}>
          {t("community.createInvite")}
        </Button>
      )}
      {invites.data && invites.data.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line">
          {invites.data.map(({ id, uses, maxUses, expiresAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 p-3 text-small">
              {t("community.inviteUses", { uses, maxUses, day: formatCalendarDay(expiresAt) })}
              <Button
                tone="quiet"
                size="small"
                onClick={() => deleteMutation.mutate({ params: { communityId, inviteId: id } })}
              >
                {t("community.revoke")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
