import { Popover } from "radix-ui";
import type { ReactNode } from "react";
import { playerAttribute } from "#client/features/player/keyboard-shortcuts.ts";

interface PanelButtonProps {
  readonly label: string;
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

/** A button that opens a popover above the player bar. */
export function PanelButton({ label, trigger, children }: PanelButtonProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          side="top"
          align="end"
          sideOffset={10}
          collisionPadding={8}
          {...{ [playerAttribute]: "" }}
          className="z-50 flex max-h-[min(28rem,70dvh)] w-80 animate-[rise_150ms_ease-out] flex-col gap-2 overflow-y-auto rounded-card border border-line bg-surface p-4 text-ink shadow-float"
        >
          <h2 className="font-semibold text-body">{label}</h2>
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
