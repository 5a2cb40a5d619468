import * as Dialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

interface PanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly side: "start" | "end";
  readonly focus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

const sides = {
  start:
    "inset-x-0 bottom-0 max-h-[85dvh] animate-[slide-from-below_200ms_ease-out] rounded-t-card md:animate-[slide-from-start_200ms_ease-out] md:inset-y-0 md:start-0 md:end-auto md:max-h-none md:w-96 md:rounded-none md:border-e",
  end: "inset-x-0 bottom-0 max-h-[70dvh] animate-[slide-from-below_200ms_ease-out] rounded-t-card md:inset-y-0 md:end-0 md:start-auto md:max-h-none md:w-96 md:rounded-none md:border-s",
} as const;

export function Panel({ title, onClose, side, focus, children }: PanelProps) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay
          className={`fixed inset-0 z-40 ${side === "end" ? "bg-transparent" : "bg-black/30"}`}
        />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            if (!focus?.current) return;
            event.preventDefault();
            focus.current.focus({ preventScroll: true });
          }}
          className={`fixed z-50 flex flex-col px-safe border-line bg-surface text-ink shadow-float outline-none ${sides[side]}`}
        >
          <header className="flex shrink-0 items-center justify-between border-line border-b ps-5 pe-2">
            <Dialog.Title className="py-3 font-title text-lead">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={t("common.close")} icon={<X aria-hidden />} />
            </Dialog.Close>
          </header>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)]">
            {children}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
