import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "./button.tsx";

interface FormFooterProps {
  /** Why it was not taken; null while nothing is wrong. */
  readonly fault: string | null;
  readonly submit: string;
  readonly isPending: boolean;
  readonly onCancel: () => void;
}

/** The foot of a small form above the page: what is wrong with it, and the two ways out. */
export function FormFooter({ fault, submit, isPending, onCancel }: FormFooterProps) {
  return (
    <>
      {fault !== null && (
        <p role="alert" className="text-destructive text-small">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" isPending={isPending}>
          {submit}
        </Button>
      </div>
    </>
  );
}
