import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import type { CommunityDetail, CommunityId } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";

const { joinCommunity, leaveCommunity } = communityContract;

interface JoinCommunityProps {
  readonly communityId: CommunityId;
  /** Null for one that is only known by an invitation. */
  readonly community: CommunityDetail | null;
}

/** Join, ask to join, or leave. */
export function JoinCommunity({ communityId, community }: JoinCommunityProps) {
  const [params] = useSearchParams();
  const { pathname, search } = useLocation();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const invite = params.get("invite");
  const joinMutation = useContractMutation(joinCommunity);
  const join = () => joinMutation.mutate({ params: { communityId }, body: { ...(invite && { invite }) } });

  if (!useUser())
    return <ButtonLink to={getSignInPath(pathname + search)}>{t("community.signInToJoin")}</ButtonLink>;
  if (community?.membership?.state === "active" || community?.membership?.state === "pending") {
    return <LeaveButton community={community} />;
  }
  if (!community) {
    return (
      <Card className="flex flex-col items-start gap-4">
        <h1 className="font-semibold font-title text-h3">{t("community.invited")}</h1>
        {joinMutation.error && <p role="alert">{t("community.inviteInvalid")}</p>}
        <Button isPending={joinMutation.isPending} onClick={join}>
          {t("community.join")}
        </Button>
      </Card>
    );
  }
  const needsRequest = community.visibility === "request" && !invite;
  return (
    <>
      <Button
        isPending={joinMutation.isPending}
        onClick={() => (needsRequest ? setDialogOpen(true) : join())}
      >
        {t(needsRequest ? "community.requestToJoin" : "community.join")}
      </Button>
      {isDialogOpen && <JoinRequestForm communityId={communityId} onClose={() => setDialogOpen(false)} />}
    </>
  );
}

function JoinRequestForm({
  communityId,
  onClose,
}: {
  readonly communityId: CommunityId;
  readonly onClose: () => void;
}) {
  const form = useContractForm(joinCommunity, {
    values: { message: "" },
    toInput: (body) => ({ params: { communityId }, body }),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t("community.requestToJoin")}
      description={t("community.requestToJoinHint")}
      submit={t("community.send")}
      onClose={onClose}
    >
      <TextArea {...form.field("message")} label={t("community.requestMessage")} />
    </FormDialog>
  );
}

function LeaveButton({ community }: { readonly community: CommunityDetail }) {
  const [isLeaving, setLeaving] = useState(false);
  const navigate = useNavigate();
  const leaveMutation = useContractMutation(leaveCommunity);
  const { id, membership, name, visibility } = community;
  if (membership?.role === "owner") return null;
  const leave = () =>
    leaveMutation.mutate(
      { params: { communityId: id } },
      {
        onSuccess: () => {
          setLeaving(false);
          if (visibility === "request") void navigate("/community", { replace: true });
        },
      },
    );
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setLeaving(true)}>
        {t(membership?.state === "pending" ? "community.withdraw" : "community.leave")}
      </Button>
      <ConfirmDialog
        title={t(membership?.state === "pending" ? "community.withdraw" : "community.leave")}
        description={t("community.leaveHint", { name })}
        confirmLabel={t(membership?.state === "pending" ? "community.withdraw" : "community.leave")}
        isPending={leaveMutation.isPending}
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={leave}
      />
    </>
  );
}
