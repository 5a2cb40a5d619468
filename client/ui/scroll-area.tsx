import { clsx } from "clsx";
import { ScrollArea as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { getReadingDirection } from "#client/lib/i18n/reading-direction.ts";

export const hideDelayMs = 600;

export function ScrollArea({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <Radix.Root
      type="hover"
      scrollHideDelay={hideDelayMs}
      dir={getReadingDirection()}
      className={clsx("flex flex-col overflow-hidden", className)}
    >
      <Radix.Viewport className="min-h-0 flex-1 [&>div]:block!">{children}</Radix.Viewport>
      <Radix.Scrollbar
        orientation="vertical"
        className="w-2 touch-none select-none p-0.5 data-[state=visible]:animate-[appear_150ms_ease-out]"
      >
        <Radix.Thumb className="rounded-full bg-edge" />
      </Radix.Scrollbar>
    </Radix.Root>
  );
}
