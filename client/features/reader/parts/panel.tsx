import * as Dialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { say } from "#client/lib/words.ts";

interface PanelProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Where it slides in on a wide window; on a narrow one it rises from below, `middle` stays a card. */
  readonly side: "start" | "end" | "middle";
  readonly children: ReactNode;
}

const sides = {
  start:
    "inset-x-0 bottom-0 max-h-[85dvh] rounded-t-card md:inset-y-0 md:start-0 md:end-auto md:max-h-none md:w-96 md:rounded-none md:border-e",
  end: "inset-x-0 bottom-0 max-h-[75dvh] rounded-t-card md:inset-y-0 md:end-0 md:start-auto md:max-h-none md:w-96 md:rounded-none md:border-s",
  middle:
    "inset-x-4 top-1/2 mx-auto max-h-[85dvh] max-w-lg -translate-y-1/2 rounded-card border md:inset-x-auto md:left-1/2 md:w-full md:-translate-x-1/2",
} as const;

/** A panel over the page: contents, search, settings. Esc or a click outside closes it; the focus goes back. */
export function Panel({ title, onClose, side, children }: PanelProps) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay
          className={`fixed inset-0 z-40 ${side === "end" ? "bg-transparent" : "bg-black/30"}`}
        />
        <Dialog.Content
          aria-describedby={undefined}
          className={`fixed z-50 flex flex-col border-line bg-surface text-ink shadow-float outline-none ${sides[side]}`}
        >
          <header className="flex shrink-0 items-center justify-between border-line border-b ps-5 pe-2">
            <Dialog.Title className="py-3 font-title text-lead">{title}</Dialog.Title>
            <Dialog.Close
              aria-label={say("common.close")}
              className="grid size-11 place-items-center rounded-control hover:bg-paper"
            >
              <X aria-hidden size={20} />
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
