import type { ReactNode } from "react";
import { EightPointStar } from "#client/ui/geometric-pattern.tsx";

interface MessageCardProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
  readonly isAlert?: boolean;
}

export function MessageCard({ title, text, children, isAlert = false }: MessageCardProps) {
  return (
    <section
      role={isAlert ? "alert" : undefined}
      aria-label={title}
      className="absolute inset-0 z-10 grid place-items-center overflow-y-auto bg-paper p-4"
    >
      <div className="my-20 flex w-full max-w-md flex-col items-center gap-4 rounded-card border border-line bg-surface p-8 text-center shadow-float">
        <EightPointStar className="size-12 text-accent" />
        <h2 className="font-title text-h3">{title}</h2>
        <p className="text-muted">{text}</p>
        <div className="flex w-full flex-col gap-3 pt-2">{children}</div>
      </div>
    </section>
  );
}
