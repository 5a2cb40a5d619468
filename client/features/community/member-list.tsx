import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { InputOf } from "#shared/api/contract.ts";
import type { CommunityDetail, Member, MemberState } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { formatProgressPercent } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { ReaderName } from "#client/ui/reader-name.tsx";

const { listMembers, updateMember, removeMember } = communityContract;

const stateTexts = {
  active: "community.tabMembers",
  pending: "community.requests",
  banned: "community.banned",
} as const satisfies Record<MemberState, MessageKey>;

const weekMs = 7 * 24 * 3_600_000;

export function MemberList({ community }: { readonly community: CommunityDetail }) {
  const [state, setState] = useState<MemberState>(community.pendingCount > 0 ? "pending" : "active");
  const [search, setSearch] = useState("");
  const list = usePagedQuery(listMembers, {
    params: { communityId: community.id },
    query: { state, ...(search && { search }) },
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <div className="min-w-48 flex-1">
          <SearchField label={t("community.searchMembers")} value={search} onSearch={setSearch} />
        </div>
        {community.canModerate && (
          <Select
            label={t("community.show")}
            isLabelHidden
            options={(["active", "pending", "banned"] as const).map((value) => ({
              value,
              label: t(stateTexts[value]),
            }))}
            value={state}
            onChange={setState}
          />
        )}
      </div>
      <PagedList
        query={list}
        empty={<EmptyState title={t("community.noMembers")} />}
        errorTitle={t("community.failed")}
      >
        {(member) => <MemberRow member={member} community={community} />}
      </PagedList>
    </div>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly community: CommunityDetail;
}

function MemberRow({ member, community }: MemberRowProps) {
  const { person, role, state, message, progress } = member;
  const changes = useMemberChanges(community, member);
  const [isTransferring, setTransferring] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3 p-3">
      <Avatar imageUrl={person.profileImageUrl} name={person.name} />
      <div className="min-w-0 flex-1">
        <ReaderName
          name={person.name}
          username={person.hasProfile ? person.username : null}
          className="font-medium"
        />
        <p className="text-muted text-small">
          <bdi>@{person.username}</bdi>
          {role !== "member" && ` · ${t(role === "owner" ? "community.owner" : "community.moderator")}`}
          {progress !== null &&
            ` · ${t("community.progress", { percent: formatProgressPercent(String(100 * progress)) })}`}
        </p>
        {message && state === "pending" && (
          <p dir="auto" className="mt-1 text-small">
            {message}
          </p>
        )}
      </div>
      {state === "pending" && (
        <div className="flex gap-2">
          <Button size="small" onClick={() => changes.change({ state: "active" })}>
            {t("community.accept")}
          </Button>
          <Button size="small" tone="secondary" onClick={changes.remove}>
            {t("community.decline")}
          </Button>
        </div>
      )}
      {state === "banned" && (
        <Button size="small" tone="secondary" onClick={changes.remove}>
          {t("community.unban")}
        </Button>
      )}
      {state === "active" && changes.groups.length > 0 && (
        <Menu
          label={t("community.memberActions", { name: person.name })}
          groups={[
            ...changes.groups,
            changes.canTransfer
              ? [{ label: t("community.transfer"), onSelect: () => setTransferring(true) }]
              : [],
          ]}
          trigger={(props) => (
            <IconButton
              {...props}
              label={t("community.memberActions", { name: person.name })}
              icon={<Ellipsis aria-hidden />}
            />
          )}
        />
      )}
      <ConfirmDialog
        title={t("community.transfer")}
        description={t("community.transferHint", { name: person.name })}
        confirmLabel={t("community.transfer")}
        isOpen={isTransferring}
        onClose={() => setTransferring(false)}
        onConfirm={() => {
          changes.change({ role: "owner" });
          setTransferring(false);
        }}
      />
    </div>
  );
}

function useMemberChanges(community: CommunityDetail, { person, role }: Member) {
  const me = useUser();
  const updateMutation = useContractMutation(updateMember);
  const removeMutation = useContractMutation(removeMember);
  const params = { communityId: community.id, userId: person.id };
  const change = (body: InputOf<typeof updateMember>["body"]) => updateMutation.mutate({ params, body });
  const isOwner = community.membership?.role === "owner";
  const canAct =
    community.canModerate && person.id !== me?.id && role !== "owner" && (role === "member" || isOwner);
  const groups = !canAct
    ? []
    : [
        isOwner
          ? [
              role === "member"
                ? { label: t("community.makeModerator"), onSelect: () => change({ role: "moderator" }) }
                : { label: t("community.makeMember"), onSelect: () => change({ role: "member" }) },
            ]
          : [],
        [
          {
            label: t("community.muteWeek"),
            onSelect: () => change({ mutedUntil: new Date(Date.now() + weekMs) }),
          },
          { label: t("community.removeMember"), onSelect: () => removeMutation.mutate({ params }) },
          { label: t("community.ban"), isDestructive: true, onSelect: () => change({ state: "banned" }) },
        ],
      ];
  return { change, remove: () => removeMutation.mutate({ params }), groups, canTransfer: canAct && isOwner };
}
