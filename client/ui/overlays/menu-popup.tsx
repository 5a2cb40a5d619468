import { clsx } from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ButtonHTMLAttributes, Fragment, type ReactNode, useCallback, useRef } from "react";
import { Link } from "react-router-dom";
import { getReadingDirection } from "#client/lib/i18n/reading-direction.ts";

interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  /** An internal path. */
  readonly to?: string;
  readonly onSelect?: () => void;
  /** The selected item. */
  readonly isSelected?: boolean;
  readonly isDestructive?: boolean;
}

export interface MenuProps {
  readonly groups: readonly (readonly MenuItem[])[];
  readonly trigger: (props: ButtonHTMLAttributes<HTMLButtonElement>) => ReactNode;
  readonly label: string;
}

const itemClassName =
  "flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start text-body outline-none data-highlighted:bg-primary/10 [&_svg]:size-5 [&_svg]:shrink-0";

interface MenuPopupProps extends MenuProps {
  /** How it opens at first; Radix knows only keys that were pressed after it was mounted. */
  readonly isByKeyboard: boolean;
}

export function MenuPopup({ groups, trigger, label, isByKeyboard }: MenuPopupProps) {
  const focusesFirst = useRef(isByKeyboard);
  const onContent = useCallback((content: HTMLElement | null) => {
    if (!content || !focusesFirst.current) return;
    focusesFirst.current = false;
    content.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true });
  }, []);
  return (
    <DropdownMenu.Root defaultOpen modal={false} dir={getReadingDirection()}>
      <DropdownMenu.Trigger asChild>{trigger({})}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.querySelector("main")}>
        <DropdownMenu.Content
          ref={onContent}
          aria-label={label}
          // A long menu scrolls; until an item is focused, the menu itself is.
          tabIndex={0}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 max-w-[min(22rem,calc(100vw-1rem))] animate-[rise_150ms_ease-out] overflow-y-auto rounded-card border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          {groups
            .filter((items) => items.length > 0)
            .map((items, index) => (
              <Fragment key={items[0]?.label}>
                {index > 0 && <DropdownMenu.Separator className="my-1.5 h-px bg-line" />}
                {items.map((item) => (
                  <MenuLine key={item.label} item={item} />
                ))}
              </Fragment>
            ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function MenuLine({ item }: { readonly item: MenuItem }) {
  const className = clsx(itemClassName, item.isDestructive && "text-destructive [&_svg]:text-destructive");
  const content = (
    <>
      {item.icon}
      <span className="flex-1">{item.label}</span>
      {item.isSelected && <Check aria-hidden className="text-primary" />}
    </>
  );
  if (item.isSelected !== undefined) {
    return (
      <DropdownMenu.CheckboxItem
        checked={item.isSelected}
        onSelect={() => item.onSelect?.()}
        className={className}
      >
        {content}
      </DropdownMenu.CheckboxItem>
    );
  }
  return (
    <DropdownMenu.Item asChild onSelect={() => item.onSelect?.()} className={className}>
      {item.to ? <Link to={item.to}>{content}</Link> : <div>{content}</div>}
    </DropdownMenu.Item>
  );
}
