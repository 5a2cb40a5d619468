import type { ReactNode } from "react";
import type { Form } from "#client/lib/forms/use-form.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { FormFooter } from "./form-footer.tsx";

interface FormDialogProps {
  readonly form: Form;
  readonly title: string;
  readonly description?: string;
  readonly submit: string;
  readonly tone?: "primary" | "destructive";
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog, with its error, submit and cancel. */
export function FormDialog({ form, title, description, onClose, children, ...footer }: FormDialogProps) {
  return (
    <Dialog title={title} {...(description && { description })} isOpen onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-4">
        {children}
        <FormFooter
          {...footer}
          error={form.error}
          cause={form.cause}
          isPending={form.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
