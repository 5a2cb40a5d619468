import { ChevronLeft, ChevronRight, Menu } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { LoadedDocument, PageHooks } from "#client/features/reader/engine/page-hooks.ts";
import { t } from "#client/lib/i18n/i18n.ts";

interface TapZoneHintProps {
  /** The CFI of the page. */
  readonly page: string;
  readonly areBarsShown: boolean;
  readonly isRightToLeft: boolean;
  readonly hooks: PageHooks;
  /** Called once, when the hint has been seen. */
  readonly onSeen: () => void;
}

/** Says once, on touch screens, where to tap. It lets touches through and disappears with the first tap or selected text. */
export function TapZoneHint({ page, areBarsShown, isRightToLeft, hooks, onSeen }: TapZoneHintProps) {
  const [shownOn, setShownOn] = useState<string | null>(null);
  const hasSelected = useHasSelected(hooks);
  const [isDone, setDone] = useState(() => !matchMedia("(pointer: coarse)").matches);

  useEffect(() => {
    if (isDone) return;
    if (shownOn === null) {
      if (!areBarsShown) setShownOn(page);
    } else if (areBarsShown || hasSelected || page !== shownOn) {
      setDone(true);
      onSeen();
    }
  }, [isDone, shownOn, areBarsShown, hasSelected, page, onSeen]);

  if (isDone || shownOn === null) return null;
  const sides = isRightToLeft
    ? (["reader.nextPage", "reader.previousPage"] as const)
    : (["reader.previousPage", "reader.nextPage"] as const);
  return (
    <div
      aria-hidden
      dir="ltr"
      className="pointer-events-none absolute inset-0 z-10 grid grid-cols-3 bg-black/75 text-center font-medium text-small text-white"
    >
      <Zone icon={<ChevronLeft />} label={t(sides[0])} />
      <Zone icon={<Menu />} label={t("reader.tapMenu")} />
      <Zone icon={<ChevronRight />} label={t(sides[1])} />
    </div>
  );
}

function Zone({ icon, label }: { readonly icon: ReactNode; readonly label: string }) {
  return (
    <span className="flex flex-col items-center justify-center gap-2 border-white/40 border-dashed p-3 [&:not(:last-child)]:border-e">
      {icon}
      {label}
    </span>
  );
}

/** Whether text of the book was selected. */
function useHasSelected(hooks: PageHooks): boolean {
  const [hasSelected, setHasSelected] = useState(false);
  useEffect(() => {
    const onDocument = ({ doc }: LoadedDocument) =>
      doc.addEventListener("selectionchange", () => {
        if (doc.getSelection()?.isCollapsed === false) setHasSelected(true);
      });
    return hooks.add({ onDocument });
  }, [hooks]);
  return hasSelected;
}
