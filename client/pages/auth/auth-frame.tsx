import type { ReactNode } from "react";
import { Lattice } from "#client/ui/geometric-pattern.tsx";

interface AuthFrameProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** The card around all authentication forms. */
export function AuthFrame({ title, hint, children }: AuthFrameProps) {
  return (
    <div className="mx-auto max-w-lg">
      <div className="relative overflow-hidden rounded-t-card border border-line border-b-0 bg-surface px-5 py-7 text-center sm:px-8">
        <Lattice />
        <h1 className="relative font-semibold font-title text-h2">{title}</h1>
        {hint && <p className="relative mt-1 text-balance text-muted">{hint}</p>}
      </div>
      <div className="rounded-b-card border border-line bg-surface p-5 [--background:var(--surface)] sm:p-8">
        {children}
      </div>
    </div>
  );
}
