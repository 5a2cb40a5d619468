import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

const settleMs = 150;

interface DockOptions {
  readonly panel: RefObject<HTMLElement | null>;
  readonly isDocked: boolean;
  readonly onDock: () => void;
}

/**
 * Docks a floating panel when it covers a control. One that the reader opened stays until the reader uses
 * something else.
 *
 * @returns a function that keeps the panel open
 */
export function useDock({ panel, isDocked, onDock }: DockOptions): () => void {
  const isHeldOpen = useRef(false);
  const dock = useRef(onDock);
  dock.current = onDock;
  const { pathname } = useLocation();
  useReservedSpace(panel, isDocked);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has other controls.
  useEffect(() => {
    isHeldOpen.current = false;
  }, [pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has other controls.
  useEffect(() => {
    if (isDocked) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      if (panel.current && !isHeldOpen.current && coversControl(panel.current)) dock.current();
    };
    const checkLater = () => {
      clearTimeout(timer);
      timer = setTimeout(check, settleMs);
    };
    const onUse = ({ target }: Event) => {
      if (target instanceof Node && panel.current?.contains(target)) return;
      isHeldOpen.current = false;
      check();
    };
    const observer = new ResizeObserver(checkLater);
    observer.observe(document.body);
    if (panel.current) observer.observe(panel.current);
    checkLater();
    addEventListener("resize", checkLater);
    addEventListener("scroll", checkLater, { passive: true });
    document.addEventListener("focusin", onUse);
    document.addEventListener("click", onUse, true);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener("resize", checkLater);
      removeEventListener("scroll", checkLater);
      document.removeEventListener("focusin", onUse);
      document.removeEventListener("click", onUse, true);
    };
  }, [isDocked, panel, pathname]);

  return () => {
    isHeldOpen.current = true;
  };
}

/** Sets `--uploads-height`, so that pages leave room for the docked panel. */
function useReservedSpace(panel: RefObject<HTMLElement | null>, isDocked: boolean): void {
  useLayoutEffect(() => {
    const element = panel.current;
    if (!isDocked || !element) return;
    const { style } = document.documentElement;
    const update = () => style.setProperty("--uploads-height", `${element.offsetHeight}px`);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty("--uploads-height");
    };
  }, [panel, isDocked]);
}

const controls = "a[href], button, input, select, textarea, summary, [role=button], [role=tab]";

/** Whether an element lies over a control of the page. */
function coversControl(element: HTMLElement): boolean {
  const area = element.getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>(controls)].some((control) => {
    if (element.contains(control) || control.closest("[inert]")) return false;
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
    const isOverlapping = left < area.right && right > area.left && top < area.bottom && bottom > area.top;
    return isOverlapping && width > 0 && height > 0 && control.checkVisibility?.() !== false;
  });
}
