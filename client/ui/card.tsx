import { clsx } from "clsx";
import type { ReactNode } from "react";

export function Card({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <div
      className={clsx(
        "rounded-card border border-line bg-surface p-5 [--background:var(--surface)] sm:p-6",
        className,
      )}
    >
      {children}
    </div>
  );
}
