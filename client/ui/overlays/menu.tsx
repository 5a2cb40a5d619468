import { Suspense, useState } from "react";
import { lazyOverlay } from "./lazy-overlay.tsx";
import type { MenuProps } from "./menu-popup.tsx";

const load = async () => (await import("./menu-popup.tsx")).MenuPopup;
const MenuPopup = lazyOverlay(load);

export function Menu(props: MenuProps) {
  const [opener, setOpener] = useState<"pointer" | "keyboard" | null>(null);
  const closed = props.trigger({
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    // A click by Enter or the space bar has no count.
    onClick: ({ detail }) => setOpener(detail === 0 ? "keyboard" : "pointer"),
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      setOpener("keyboard");
    },
  });
  if (!opener) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuPopup {...props} isByKeyboard={opener === "keyboard"} onLoadError={() => setOpener(null)} />
    </Suspense>
  );
}
