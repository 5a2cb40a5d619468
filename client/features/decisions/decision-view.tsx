import type { ModerationDecision } from "#shared/moderation/decisions-contract.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";

/** The decision and its reason. */
export function DecisionView({ decision }: { readonly decision: ModerationDecision }) {
  const { kind, subjectType, text, reason, until, createdAt, isRevoked } = decision;
  return (
    <>
      <p className="flex flex-wrap gap-x-3 text-muted text-small">
        <span className="font-medium text-ink">
          {kind === "suspension"
            ? t("decisions.suspension", { day: until ? formatCalendarDay(until) : "" })
            : t(`decisions.${kind}-${subjectType ?? "person"}`)}
        </span>
        <time dateTime={createdAt.toISOString()}>{formatCalendarDay(createdAt)}</time>
        {isRevoked && <span>{t("decisions.revoked")}</span>}
      </p>
      {text && (
        <blockquote
          dir="auto"
          className="max-h-60 overflow-y-auto whitespace-pre-line border-accent border-s-2 ps-3"
        >
          {text}
        </blockquote>
      )}
      {reason && <p dir="auto">{reason}</p>}
    </>
  );
}
