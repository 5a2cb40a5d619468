import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "./button.tsx";

interface FormFooterProps {
  /** The error to show; null for none. */
  readonly error: string | null;
  readonly submit: string;
  readonly isPending: boolean;
  readonly isDisabled?: boolean;
  readonly onCancel: () => void;
}

/** The error, submit and cancel of a form in a dialog. */
export function FormFooter({ error, submit, isPending, isDisabled = false, onCancel }: FormFooterProps) {
  return (
    <>
      {error !== null && (
        <p role="alert" className="text-destructive text-small">
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" isPending={isPending} disabled={isDisabled}>
          {submit}
        </Button>
      </div>
    </>
  );
}
