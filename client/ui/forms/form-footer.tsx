import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "./button.tsx";
import { FormError } from "./form-error.tsx";

interface FormFooterProps {
  /** The error to show; null for none. */
  readonly error: string | null;
  /** What the error was made from. */
  readonly cause?: unknown;
  readonly submit: string;
  readonly tone?: "primary" | "destructive" | undefined;
  readonly isPending: boolean;
  readonly isDisabled?: boolean;
  readonly onCancel: () => void;
}

/** The error, submit and cancel of a form in a dialog. */
export function FormFooter(props: FormFooterProps) {
  const { error, cause, submit, tone = "primary", isPending, isDisabled = false, onCancel } = props;
  return (
    <>
      <FormError error={error} cause={cause} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" tone={tone} isPending={isPending} disabled={isDisabled}>
          {submit}
        </Button>
      </div>
    </>
  );
}
