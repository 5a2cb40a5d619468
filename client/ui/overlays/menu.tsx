import { type ButtonHTMLAttributes, type ReactNode, Suspense, useState } from "react";
import { lazyLayer } from "./lazy-overlay.tsx";

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  /** A path of ours. */
  readonly to?: string;
  readonly onSelect?: () => void;
  /** The one of several that holds now. */
  readonly isChosen?: boolean;
  readonly isDestructive?: boolean;
}

export interface MenuProps {
  readonly groups: readonly (readonly MenuItem[])[];
  readonly trigger: (props: ButtonHTMLAttributes<HTMLButtonElement>) => ReactNode;
  readonly label: string;
}

const load = async () => (await import("./menu-popup.tsx")).MenuPopup;
const MenuPopup = lazyLayer(load);

export function Menu(props: MenuProps) {
  const [isWanted, setWanted] = useState(false);
  const closed = props.trigger({
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setWanted(true),
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuPopup {...props} onMissing={() => setWanted(false)} />
    </Suspense>
  );
}
