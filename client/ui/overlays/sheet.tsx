import * as Radix from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { closeComboboxOnEscape } from "./close-combobox-on-escape.ts";
import { useReturnFocus } from "./return-focus.ts";

/** Swipe distance towards its edge that closes a sheet. */
const swipeClosesAtPx = 60;

const sides = {
  start: "inset-y-0 start-0 h-dvh w-[min(20rem,86vw)] animate-[slide-from-start_200ms_ease-out]",
  full: "inset-0 h-dvh animate-[slide-from-below_200ms_ease-out]",
  bottom: "inset-x-0 bottom-0 max-h-[88dvh] animate-[slide-from-below_200ms_ease-out] rounded-t-card",
} as const;

interface SheetProps {
  readonly title: string;
  readonly side: keyof typeof sides;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Sheet({ title, side, isOpen, onClose, children }: SheetProps) {
  const swipe = useSwipe(side, onClose);
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-[appear_180ms_ease-out] bg-black/50" />
        <Radix.Content
          aria-describedby={undefined}
          {...swipe}
          {...returnFocus}
          onEscapeKeyDown={closeComboboxOnEscape}
          className={clsx(
            "fixed z-50 flex touch-pan-y px-safe flex-col overflow-y-auto bg-surface pb-[env(safe-area-inset-bottom)] shadow-float",
            sides[side],
          )}
        >
          <div
            className={clsx(
              "sticky top-0 z-10 flex shrink-0 items-center justify-between gap-2 bg-surface ps-5 pe-3 pb-3",
              side !== "bottom" ? "pt-[calc(0.75rem+env(safe-area-inset-top))]" : "pt-3",
            )}
          >
            <Radix.Title className="font-semibold font-title text-h3">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t("common.close")} icon={<X aria-hidden />} />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Tracks a finger from touch to release. */
function useSwipe(side: keyof typeof sides, onClose: () => void) {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: React.TouchEvent) => {
      const touch = touches[0];
      from.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches, currentTarget }: React.TouchEvent) => {
      const touch = changedTouches[0];
      if (!from.current || !touch) return;
      const isMirrored = getComputedStyle(currentTarget).direction === "rtl";
      const x = (from.current.x - touch.clientX) * (isMirrored ? -1 : 1);
      const y = touch.clientY - from.current.y;
      const isSwipedAway =
        side === "start" ? x > swipeClosesAtPx && x > Math.abs(y) : y > swipeClosesAtPx * 2;
      if (isSwipedAway && (side === "start" || currentTarget.scrollTop === 0)) onClose();
    },
  };
}
