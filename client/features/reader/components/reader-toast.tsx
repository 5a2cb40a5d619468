import { X } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

interface ReaderToastProps {
  readonly children: ReactNode;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  readonly onDismiss: () => void;
}

export function ReaderToast({ children, action, onDismiss }: ReaderToastProps) {
  return (
    <div
      role="status"
      className="pointer-events-auto flex items-center gap-2 rounded-card border border-line bg-surface py-1 ps-4 pe-1 text-small shadow-float"
    >
      <p className="min-w-0 py-1">{children}</p>
      {action && (
        <button
          type="button"
          onClick={action.onSelect}
          className="min-h-11 shrink-0 rounded-control px-3 font-medium text-primary hover:bg-primary/10 focus-visible:outline-2 focus-visible:outline-accent"
        >
          {action.label}
        </button>
      )}
      <IconButton icon={<X aria-hidden />} label={t("reader.dismiss")} onClick={onDismiss} />
    </div>
  );
}
