import { type ReactNode, useId } from "react";
import { TextLink } from "./text-link.tsx";

interface SectionProps {
  readonly title: string;
  readonly more?: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}

export function Section({ title, more, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 first:mt-0">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id={id} className="font-semibold font-title text-h3">
          {title}
        </h2>
        {more && (
          <TextLink to={more.to} className="inline-flex min-h-11 shrink-0 items-center text-small">
            {more.label}
            <span className="sr-only">: {title}</span>
          </TextLink>
        )}
      </div>
      {children}
    </section>
  );
}
