import { clsx } from "clsx";
import type { ReactNode } from "react";

interface PageHeaderProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  /** The mobile bar shows the same title. */
  readonly isTitleInBar?: boolean;
}

export function PageHeader({ title, hint, actions, isTitleInBar = false }: PageHeaderProps) {
  const isEmptyOnPhones = isTitleInBar && !hint && !actions;
  return (
    <header
      className={clsx(
        "mb-6 flex flex-wrap items-end justify-between gap-4",
        isTitleInBar && "max-lg:-mt-4 max-lg:mb-1 max-lg:justify-end",
        isEmptyOnPhones && "max-lg:sr-only",
      )}
    >
      <div className="min-w-0">
        <h1
          dir="auto"
          className={clsx("font-semibold font-title text-h2 lg:text-h1", isTitleInBar && "max-lg:sr-only")}
        >
          {title}
        </h1>
        {hint && <p className="mt-1 text-muted">{hint}</p>}
      </div>
      {actions}
    </header>
  );
}
