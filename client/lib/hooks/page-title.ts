import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { getProductName } from "#client/lib/product.ts";
import { Store, useStore } from "#client/lib/store.ts";

const announced = new Store("");
let lastPath: string | null = null;

/**
 * Sets the document title. After navigation, focuses the page's `h1` and announces the title as soon as it is
 * known.
 *
 * @param title null while unknown; empty for the product name alone
 */
export function usePageTitle(title: string | null): void {
  const { pathname } = useLocation();

  useEffect(() => {
    if (title === null) return;
    document.title = title ? `${title} · ${getProductName()}` : getProductName();
    if (lastPath !== null && lastPath !== pathname) focusHeading(title || getProductName());
    lastPath = pathname;
  }, [title, pathname]);
}

export const useAnnouncement = (): string => useStore(announced);

export function focusHeading(title: string): void {
  const heading =
    document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
  announced.set(title);
}
