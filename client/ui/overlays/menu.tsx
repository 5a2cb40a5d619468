import { type ButtonHTMLAttributes, type ReactNode, Suspense, useState } from "react";
import { lazyLayer } from "./lazy-overlay.tsx";

/** One line of a menu: it leads somewhere, or does something. */
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
  /** Lines; an inner list stands apart from the next by a rule. */
  readonly groups: readonly (readonly MenuItem[])[];
  /** The button that opens it, given what it needs for that. */
  readonly trigger: (props: ButtonHTMLAttributes<HTMLButtonElement>) => ReactNode;
  /** What it is a menu of, for assistive tech. */
  readonly label: string;
}

const load = async () => (await import("./menu-popup.tsx")).MenuPopup;
const MenuPopup = lazyLayer(load);

/** A button with a menu. Nobody waits for the menu's code before they want it: it comes with the first hover, focus or press. */
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
