import type { ReactNode } from "react";

interface PageHeaderProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader({ title, hint, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 dir="auto" className="font-semibold font-title text-h2 lg:text-h1">
          {title}
        </h1>
        {hint && <p className="mt-1 text-muted">{hint}</p>}
      </div>
      {actions}
    </header>
  );
}
