import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import type { InputOf } from "#shared/api/contract.ts";
import { moderationContract, newAccountDays, type ReportGroup } from "#shared/moderation/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatCalendarDay, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const { decideReports, readReportedMessages, removeAllPosts } = moderationContract;

type Decision = InputOf<typeof decideReports>["body"]["decision"];

export type ReportedAuthor = NonNullable<ReportGroup["reportedUser"]>;

/** A dialog that suspends an account; for staff. */
export type RenderSuspendDialog = (reportedUser: ReportedAuthor, onClose: () => void) => ReactNode;

interface ReportCardProps {
  readonly group: ReportGroup;
  readonly isStaff: boolean;
  readonly renderSuspendDialog?: RenderSuspendDialog | undefined;
}

/** The reports on one subject. */
export function ReportCard({ group, isStaff, renderSuspendDialog }: ReportCardProps) {
  const { subjectType, subjectId, reasons, notes, text, reportedUser, communityName, communityId, firstAt } =
    group;
  const form = useContractForm(decideReports, {
    values: { decision: "dismiss" as Decision, reason: "" },
    toInput: ({ decision, reason }) => ({
      params: { subjectType, subjectId },
      body: { decision, ...(reason.trim() && { reason }) },
    }),
  });
  const decide = (decision: Decision) => {
    form.set({ decision });
    form.submit();
  };
  return (
    <Card className="flex flex-col gap-3">
      <p className="flex flex-wrap gap-x-3 text-muted text-small">
        <span className="font-medium text-ink">{t(`moderation.subject-${subjectType}`)}</span>
        {reasons.map((each) => (
          <span key={each.reason}>
            {t(`moderation.reason-${each.reason}`)} × {each.count}
          </span>
        ))}
        <time dateTime={firstAt.toISOString()}>{formatRelativeTime(firstAt)}</time>
        {communityName && communityId && (
          <Link to={`/community/${communityId}`} className="text-ink">
            <bdi>{communityName}</bdi>
          </Link>
        )}
      </p>
      {text && (
        <blockquote
          dir="auto"
          className="max-h-60 overflow-y-auto whitespace-pre-line border-accent border-s-2 ps-3"
        >
          {text}
        </blockquote>
      )}
      {isStaff && group.messageCount > 0 && <PrivateMessages group={group} />}
      {notes.map((note) => (
        <p key={note} dir="auto" className="text-small">
          “{note}”
        </p>
      ))}
      {reportedUser && (
        <ReportedUserRow
          reportedUser={reportedUser}
          isStaff={isStaff}
          renderSuspendDialog={renderSuspendDialog}
        />
      )}
      <TextField {...form.field("reason")} label={t("moderation.decisionReason")} />
      <FormError error={form.error} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" tone="secondary" data-key="d" onClick={() => decide("dismiss")}>
          {t("moderation.dismiss")}
        </Button>
        {subjectType !== "person" && (
          <Button size="small" tone="destructive" data-key="r" onClick={() => decide("remove")}>
            {t("moderation.remove")}
          </Button>
        )}
        <Button size="small" tone="secondary" data-key="w" onClick={() => decide("warn")}>
          {t("moderation.warn")}
        </Button>
      </div>
    </Card>
  );
}

interface ReportedUserRowProps {
  readonly reportedUser: ReportedAuthor;
  readonly isStaff: boolean;
  readonly renderSuspendDialog: RenderSuspendDialog | undefined;
}

function ReportedUserRow({ reportedUser, isStaff, renderSuspendDialog }: ReportedUserRowProps) {
  const [isSuspending, setSuspending] = useState(false);
  const { id, name, username, createdAt, earlierActions, isSuspended } = reportedUser;
  const postsMutation = useContractMutation(removeAllPosts);
  const changePosts = (action: "remove" | "restore") =>
    postsMutation.mutate(
      { params: { userId: id }, body: { action } },
      { onSuccess: ({ count }) => toast({ title: t(`moderation.posts-${action}d`, { n: count }) }) },
    );
  const isNew = Date.now() - createdAt.getTime() <= newAccountDays * 86_400_000;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small">
      <span>
        <bdi className="font-medium">{name}</bdi> <bdi className="text-muted">@{username}</bdi>
      </span>
      <span className="text-muted">{t("moderation.since", { day: formatCalendarDay(createdAt) })}</span>
      {earlierActions > 0 && <span>{t("moderation.earlier", { n: earlierActions })}</span>}
      {isSuspended && <span>{t("moderation.isSuspended")}</span>}
      {renderSuspendDialog && !isSuspended && (
        <Button tone="quiet" size="small" data-key="s" onClick={() => setSuspending(true)}>
          {t("moderation.suspend")}
        </Button>
      )}
      {isSuspending && renderSuspendDialog?.(reportedUser, () => setSuspending(false))}
      {isStaff && (
        <Menu
          label={t("moderation.accountActions", { name })}
          groups={[
            [
              {
                label: t("moderation.openUser"),
                to: `/admin/view-users?search=${encodeURIComponent(username)}`,
              },
            ],
            [
              ...(isNew
                ? [
                    {
                      label: t("moderation.removeAll"),
                      isDestructive: true,
                      onSelect: () => changePosts("remove"),
                    },
                  ]
                : []),
              { label: t("moderation.restoreAll"), onSelect: () => changePosts("restore") },
            ],
          ]}
          trigger={(props) => (
            <IconButton
              {...props}
              label={t("moderation.accountActions", { name })}
              icon={<Ellipsis aria-hidden />}
              disabled={postsMutation.isPending}
            />
          )}
        />
      )}
    </div>
  );
}

/** Private messages are read only with a reason, which is logged. */
function PrivateMessages({ group }: { readonly group: ReportGroup }) {
  const { subjectType, subjectId, messageCount } = group;
  const form = useContractForm(readReportedMessages, {
    values: { reason: "" },
    toInput: (body) => ({ params: { subjectType, subjectId }, body }),
    errorField: "reason",
  });
  if (form.reply) {
    return (
      <ul className="flex flex-col gap-2">
        {form.reply.map(({ author, text, at }) => (
          <li key={`${at} ${text}`} className="border-accent border-s-2 ps-3">
            <bdi className="text-muted text-small">{author}</bdi>
            <p dir="auto" className="whitespace-pre-line">
              {text}
            </p>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <form {...form.props} className="flex flex-wrap items-start gap-2">
      <div className="min-w-48 flex-1">
        <TextField
          {...form.field("reason")}
          label={t("moderation.readReason", { n: messageCount })}
          hint={t("moderation.readHint")}
        />
      </div>
      <Button type="submit" tone="secondary" isPending={form.isPending} className="mt-6.5">
        {t("moderation.read")}
      </Button>
    </form>
  );
}
