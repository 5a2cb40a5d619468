import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { publishingContract } from "#shared/publishing/contract.ts";
import type {
  BookChanges,
  BookCheck,
  CheckSeverity,
  PublishingBook,
} from "#shared/publishing/publishing-book.ts";
import { getErrorMessage, getReasonText } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { getLanguageName } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const severityStyles = {
  blocks: { Icon: CircleAlert, className: "text-destructive", label: "publishing.blocks" },
  warning: { Icon: TriangleAlert, className: "text-accent", label: "publishing.warning" },
  note: { Icon: Info, className: "text-muted", label: "publishing.note" },
} as const satisfies Record<CheckSeverity, object>;

interface BookChecksProps {
  readonly book: PublishingBook;
  readonly isPending: boolean;
  readonly onFix: (changes: BookChanges) => void;
}

/** Problems to fix before publication, some with a one-click fix. */
export function BookChecks({ book: { id: bookId, checks }, isPending, onFix }: BookChecksProps) {
  if (checks.length === 0) {
    return (
      <p className="flex items-center gap-2">
        <CircleCheck aria-hidden className="size-5 text-primary" />
        {t("publishing.noProblems")}
      </p>
    );
  }
  return (
    <ul className="flex flex-col gap-3">
      {checks.map((check) => {
        const { Icon, className, label } = severityStyles[check.severity];
        const { fix } = check;
        return (
          <li key={getCheckText(check)} className="flex items-start gap-2">
            <Icon role="img" aria-label={t(label)} className={`mt-0.5 size-5 shrink-0 ${className}`} />
            <div className="min-w-0 flex-1">
              <p className="break-words">{getCheckText(check)}</p>
              {check.code === "files-unchecked" && <CheckFilesButton bookId={bookId} />}
              {fix && (
                <Button
                  tone="secondary"
                  size="small"
                  className="mt-1"
                  isPending={isPending}
                  onClick={() => onFix({ ...fix } as BookChanges)}
                >
                  {getFixLabel(fix)}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const getCheckText = ({ code, subject, warning }: BookCheck): string =>
  (warning && getReasonText(warning)) || t(`publishing.check-${code}`, { subject });

function CheckFilesButton({ bookId }: { readonly bookId: PublishingBook["id"] }) {
  const checkMutation = useContractMutation(publishingContract.checkFiles, { handlesErrors: true });
  return (
    <Button
      tone="secondary"
      size="small"
      className="mt-1"
      isPending={checkMutation.isPending}
      onClick={() =>
        checkMutation.mutate(
          { params: { bookId } },
          {
            onSuccess: () => toast({ title: t("publishing.checksStarted") }),
            onError: (error) => toast({ tone: "destructive", title: getErrorMessage(error) }),
          },
        )
      }
    >
      {t("publishing.checkFiles")}
    </Button>
  );
}

function getFixLabel({ direction, language }: NonNullable<BookCheck["fix"]>): string {
  if (language) return t("publishing.fixLanguage", { language: getLanguageName(language) });
  return t(direction === "rtl" ? "publishing.fixRtl" : "publishing.fixLtr");
}
