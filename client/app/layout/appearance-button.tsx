import { clsx } from "clsx";
import { Palette } from "lucide-react";
import { Suspense, useState } from "react";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const load = async () => {
  const [{ AppearanceDialog }] = await Promise.all([
    import("./appearance-dialog.tsx"),
    loadMessages("settings"),
  ]);
  return AppearanceDialog;
};
const AppearanceDialog = lazyOverlay(load);

export function AppearanceButton({ className }: { readonly className?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={clsx(
          "inline-flex min-h-11 items-center gap-2 rounded-control px-3 font-medium hover:bg-primary/10",
          className,
        )}
      >
        <Palette aria-hidden className="size-5" />
        {t("shell.appearance")}
      </button>
      <Suspense>{isOpen && <AppearanceDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
