import type { ReactNode } from "react";

/** Examples of one kind. */
export function ComponentExample({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold text-muted text-small">{title}</h3>
      {children}
    </div>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
