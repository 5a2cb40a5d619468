import * as Toast from "@radix-ui/react-toast";
import { X } from "lucide-react";
import { t } from "#client/lib/i18n/i18n.ts";
import { dismissToast, useToasts, type VisibleToast } from "./toast.ts";

const shownForMs = 5000;
const swipeThresholdPx = 50;

const tones = {
  plain: "border-line bg-surface text-ink",
  destructive: "border-destructive bg-destructive text-on-destructive",
} as const;

/** The toast viewport: swipe right to dismiss, F8 to focus. */
export function Toaster() {
  const toasts = useToasts();
  return (
    <Toast.Provider
      duration={shownForMs}
      swipeDirection="right"
      swipeThreshold={swipeThresholdPx}
      label={t("ui.toast")}
    >
      {toasts.map((shown) => (
        <ToastCard key={shown.id} shown={shown} />
      ))}
      <Toast.Viewport
        hotkey={["F8"]}
        label={t("ui.toasts", { hotkey: "F8" })}
        // On phones below the bar, where the keyboard and the button of a form are not.
        className="fixed inset-x-0 z-60 mx-auto flex w-full max-w-md flex-col gap-2 px-4 outline-none max-sm:top-[calc(4rem+env(safe-area-inset-top))] sm:end-0 sm:start-auto sm:bottom-0 sm:me-2 sm:pb-dock"
      />
    </Toast.Provider>
  );
}

function ToastCard({ shown }: { readonly shown: VisibleToast }) {
  const { id, title, description, action, isOpen, tone = "plain" } = shown;
  return (
    <Toast.Root
      open={isOpen}
      onOpenChange={(open) => !open && dismissToast(id)}
      className={`flex items-center gap-2 rounded-card sm:mb-4 border p-3 ps-4 shadow-float data-[state=open]:animate-[rise_180ms_ease-out] data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:opacity-0 ${tones[tone]}`}
    >
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-semibold text-small">{title}</Toast.Title>
        {description && <Toast.Description className="text-small">{description}</Toast.Description>}
      </div>
      {action && (
        <Toast.Action
          altText={action.label}
          onClick={action.onSelect}
          className="min-h-11 rounded-control px-3 font-semibold text-small underline underline-offset-4"
        >
          {action.label}
        </Toast.Action>
      )}
      <Toast.Close
        aria-label={t("common.close")}
        className="grid size-11 shrink-0 place-items-center rounded-control"
      >
        <X aria-hidden className="size-5" />
      </Toast.Close>
    </Toast.Root>
  );
}
