import { clsx } from "clsx";
import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";
import { hasUnsavedForms, mayLeaveForms } from "#client/lib/forms/use-unsaved-warning.ts";
import { useBreakpoint } from "#client/lib/hooks/use-breakpoint.ts";
import { getReadingDirection } from "#client/lib/i18n/reading-direction.ts";
import { keepFocusInRows } from "#client/lib/keep-focus-in-rows.ts";

interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

function getCenter(element: Element): number {
  const { left, right } = element.getBoundingClientRect();
  return (left + right) / 2;
}

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isPageWide?: boolean;
  /** On desktops a column beside the content. */
  readonly isColumn?: boolean;
  readonly children: ReactNode;
}

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  isPageWide = false,
  isColumn = false,
  children,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const labels = tabs.map((tab) => tab.label).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the selected tab into view, again when labels get their counts.
  useEffect(() => {
    const selected = list.current?.querySelector("[data-state=active]");
    // `scrollIntoView` would also scroll the page, whose position may just have been restored.
    if (list.current && selected) list.current.scrollLeft += getCenter(selected) - getCenter(list.current);
  }, [value, labels]);

  const isVertical = useBreakpoint() === "desktop" && isColumn;

  return (
    <Radix.Root
      dir={getReadingDirection()}
      orientation={isVertical ? "vertical" : "horizontal"}
      className={clsx(isColumn && "lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:items-start lg:gap-10")}
      value={value}
      onValueChange={(selected) => {
        const tab = tabs.find((candidate) => candidate.value === selected);
        if (tab && mayLeaveForms()) onChange(tab.value);
      }}
    >
      <Radix.List
        ref={list}
        aria-label={label}
        className={clsx(
          "scroll-shade mb-4 flex sm:mb-6 gap-1 overflow-x-auto overflow-y-hidden border-line border-b [scrollbar-width:none]",
          isPageWide && "-mx-4 px-4 sm:mx-0 sm:px-0",
          isColumn && "lg:sticky lg:top-24 lg:flex-col lg:border-0 lg:bg-none",
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            onFocus={(event) => {
              // Keeps Radix from selecting the tab, so that moving between tabs does not ask at each.
              if (hasUnsavedForms()) event.preventDefault();
            }}
            className={clsx(
              "-mb-px min-h-11 shrink-0 border-transparent border-b-2 px-3 font-medium text-muted -outline-offset-2 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink",
              isColumn &&
                "lg:mb-0 lg:rounded-control lg:border-0 lg:text-start lg:data-[state=active]:bg-primary/10",
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content ref={keepFocusInRows} value={value} className="outline-offset-4">
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
