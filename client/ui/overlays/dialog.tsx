import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { closeComboboxOnEscape } from "./close-combobox-on-escape.ts";
import { useReturnFocus } from "./return-focus.ts";

interface DialogProps {
  readonly title: string;
  readonly description?: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A modal dialog. */
export function Dialog({ title, description, isOpen, onClose, children }: DialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-[appear_180ms_ease-out] bg-black/50" />
        <Radix.Content
          {...returnFocus}
          onEscapeKeyDown={closeComboboxOnEscape}
          {...(!description && { "aria-describedby": undefined })}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[85dvh] max-w-md -translate-y-1/2 animate-[rise_180ms_ease-out] flex-col gap-4 overflow-y-auto rounded-card bg-surface p-6 shadow-float"
        >
          <div className="flex items-start justify-between gap-2">
            <Radix.Title className="font-semibold font-title text-h3">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t("common.close")} icon={<X aria-hidden />} className="-me-2 -mt-1.5" />
            </Radix.Close>
          </div>
          {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly description: string;
  /** The label of the button. */
  readonly confirmLabel: string;
  readonly isOpen: boolean;
  readonly isPending?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms an action that cannot be undone. */
export function ConfirmDialog({ confirmLabel, isPending = false, onConfirm, ...props }: ConfirmDialogProps) {
  return (
    <Dialog {...props}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={props.onClose}>
          {t("common.cancel")}
        </Button>
        <Button tone="destructive" isPending={isPending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
