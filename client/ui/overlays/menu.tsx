import { Suspense, useState } from "react";
import { lazyOverlay } from "./lazy-overlay.tsx";
import type { MenuProps } from "./menu-popup.tsx";

const load = async () => (await import("./menu-popup.tsx")).MenuPopup;
const MenuPopup = lazyOverlay(load);

export function Menu(props: MenuProps) {
  const [isRequested, setRequested] = useState(false);
  const closed = props.trigger({
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setRequested(true),
  });
  if (!isRequested) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuPopup {...props} onLoadError={() => setRequested(false)} />
    </Suspense>
  );
}
