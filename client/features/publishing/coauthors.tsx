import { useQuery } from "@tanstack/react-query";
import { UserMinus } from "lucide-react";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { type Coauthor, coauthorsContract } from "#shared/publishing/coauthors.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const { listCoauthors, saveCoauthor, removeCoauthor } = coauthorsContract;
const options = { handlesErrors: true };
const onError = (error: unknown) => toast({ tone: "destructive", title: getErrorMessage(error) });

type Permission = "edit" | "view";
const getPermissionOptions = (): { value: Permission; label: string }[] => [
  { value: "edit", label: t("publishing.canEdit") },
  { value: "view", label: t("publishing.canView") },
];

interface CoauthorsProps {
  readonly bookId: BookId;
  readonly user: User;
  /** The book's author and staff manage co-authors. */
  readonly canManage: boolean;
}

/** The co-authors of a book, with invitations by username. */
export function Coauthors({ bookId, user, canManage }: CoauthorsProps) {
  const coauthorsQuery = useQuery(query(listCoauthors, { params: { bookId } }));
  return (
    <QueryState
      query={coauthorsQuery}
      loading={<Skeleton className="h-11" />}
      errorTitle={t("publishing.loadFailed")}
    >
      {({ coauthors }) => (
        <div className="flex flex-col gap-4">
          {coauthors.length === 0 ? (
            <p className="text-muted text-small">{t("publishing.noCoauthors")}</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {coauthors.map((coauthor) => (
                <li key={coauthor.username}>
                  <CoauthorRow
                    bookId={bookId}
                    coauthor={coauthor}
                    canManage={canManage}
                    isSelf={coauthor.username === user.username}
                  />
                </li>
              ))}
            </ul>
          )}
          {canManage && <InviteForm bookId={bookId} />}
        </div>
      )}
    </QueryState>
  );
}

interface CoauthorRowProps extends Pick<CoauthorsProps, "bookId" | "canManage"> {
  readonly coauthor: Coauthor;
  readonly isSelf: boolean;
}

function CoauthorRow({ bookId, coauthor, canManage, isSelf }: CoauthorRowProps) {
  const { name, username, canEdit, acceptedAt } = coauthor;
  const saveMutation = useContractMutation(saveCoauthor, options);
  const remove = useContractMutation(removeCoauthor, {
    ...options,
  });
  const params = { bookId, username };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1">
        <bdi className="break-words">{name}</bdi>
        <p className="break-words text-muted text-small">
          <bdi>@{username}</bdi>
          {acceptedAt === null && ` · ${t("publishing.invited")}`}
        </p>
      </div>
      {canManage ? (
        <Select
          label={t("publishing.rightsOf", { name })}
          isLabelHidden
          value={canEdit ? "edit" : "view"}
          options={getPermissionOptions()}
          onChange={(permission) =>
            saveMutation.mutate({ params, body: { canEdit: permission === "edit" } }, { onError })
          }
        />
      ) : (
        <span className="text-muted text-small">
          {t(canEdit ? "publishing.canEdit" : "publishing.canView")}
        </span>
      )}
      {(canManage || isSelf) && (
        <IconButton
          label={isSelf ? t("publishing.leaveBook") : t("publishing.removeCoauthor", { name })}
          icon={<UserMinus aria-hidden />}
          onClick={() => remove.mutate({ params }, { onError })}
        />
      )}
    </div>
  );
}

function InviteForm({ bookId }: { readonly bookId: BookId }) {
  const form = useContractForm(saveCoauthor, {
    values: { username: "", permission: "edit" as Permission },
    toInput: ({ username, permission }) => ({
      params: { bookId, username: username.trim().replace(/^@/, "") },
      body: { canEdit: permission === "edit" },
    }),
    errorField: "username",
    onSuccess: (_, { permission }) => {
      form.reset({ username: "", permission });
      toast({ title: t("publishing.invitationSent") });
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <TextField
        {...form.field("username")}
        label={t("publishing.inviteUsername")}
        hint={t("publishing.inviteHint")}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        dir="ltr"
      />
      <Select {...form.field("permission")} label={t("publishing.rights")} options={getPermissionOptions()} />
      <Button
        type="submit"
        tone="secondary"
        className="self-start"
        isPending={form.isPending}
        disabled={form.values.username.trim().replace(/^@/, "") === ""}
      >
        {t("publishing.invite")}
      </Button>
    </form>
  );
}
