import { CircleCheck, CircleX, Clock } from "lucide-react";
import { useState } from "react";
import type { User } from "#shared/accounts/user.ts";
import type { AuthorApplication } from "#shared/authors/contract.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { ApplicationForm } from "./application-form.tsx";

interface ApplicationStateProps {
  readonly user: User;
  /** Null when there is none. */
  readonly application: AuthorApplication | null;
}

export function ApplicationState({ user, application }: ApplicationStateProps) {
  const [isReapplying, setReapplying] = useState(false);
  if (user.isAuthor) return <ApprovedApplication />;
  if (application?.state === "waiting") return <PendingApplication user={user} application={application} />;
  if (application?.state === "declined" && !isReapplying) {
    return <DeclinedApplication application={application} onRetry={() => setReapplying(true)} />;
  }
  return (
    <Card>
      <ApplicationForm user={user} />
    </Card>
  );
}

function ApprovedApplication() {
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="flex items-center gap-2 font-semibold font-title text-h3">
        <CircleCheck aria-hidden className="size-6 text-primary" />
        {t("authorApplication.approved")}
      </h2>
      <p className="text-muted">{t("authorApplication.approvedHint")}</p>
      <ButtonLink to="/authors-portal">{t("shell.authorPortal")}</ButtonLink>
    </Card>
  );
}

function PendingApplication({
  user,
  application,
}: {
  readonly user: User;
  readonly application: AuthorApplication;
}) {
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="flex items-center gap-2 font-semibold font-title text-h3">
        <Clock aria-hidden className="size-6 text-accent" />
        {t("authorApplication.waiting")}
      </h2>
      <p className="text-muted">
        {t("authorApplication.waitingHint", {
          day: formatCalendarDay(application.appliedAt),
          email: user.email,
        })}
      </p>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-medium">
          {t("authorApplication.whatYouSent")}
        </summary>
        <div dir="auto" className="flex flex-col gap-3 whitespace-pre-line break-words">
          <p className="font-medium">{application.name}</p>
          <p>{application.about}</p>
          {application.links.length > 0 && <p dir="ltr">{application.links.join("\n")}</p>}
          <p className="max-w-measure text-muted">{application.sample}</p>
        </div>
      </details>
    </Card>
  );
}

interface DeclinedApplicationProps {
  readonly application: AuthorApplication;
  readonly onRetry: () => void;
}

function DeclinedApplication({ application: { decidedAt, reason }, onRetry }: DeclinedApplicationProps) {
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="flex items-center gap-2 font-semibold font-title text-h3">
        <CircleX aria-hidden className="size-6 text-destructive" />
        {t("authorApplication.declined")}
      </h2>
      {decidedAt && (
        <p className="text-muted">
          {t("authorApplication.declinedHint", { day: formatCalendarDay(decidedAt) })}
        </p>
      )}
      <blockquote dir="auto" className="whitespace-pre-line border-accent border-s-2 ps-4">
        {reason}
      </blockquote>
      <Button onClick={onRetry}>{t("authorApplication.again")}</Button>
    </Card>
  );
}
