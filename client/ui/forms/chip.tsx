import { clsx } from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

const className =
  "inline-flex min-h-9 min-w-0 max-w-full items-center gap-1.5 rounded-full border px-3 wrap-anywhere text-small no-underline transition-colors";

export function Chip({ children }: { readonly children: ReactNode }) {
  return <span className={clsx(className, "border-line bg-surface text-ink")}>{children}</span>;
}

export function ChipLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link
      to={to}
      className={clsx(
        className,
        "min-h-11 border-edge bg-surface text-ink hover:border-primary hover:text-primary",
      )}
    >
      {children}
    </Link>
  );
}

interface RemovableChipProps {
  readonly label: string;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

export function RemovableChip({ label, removeLabel, onRemove }: RemovableChipProps) {
  return (
    <button
      type="button"
      aria-label={removeLabel}
      onClick={onRemove}
      className={clsx(className, "min-h-11 border-primary bg-primary/10 text-ink hover:bg-primary/15")}
    >
      <bdi className="truncate">{label}</bdi>
      <X aria-hidden className="size-4 shrink-0" />
    </button>
  );
}
