import { type ComponentType, lazy } from "react";
import { type Area, loadWords } from "./words.ts";

/** A screen that is fetched when it is first shown, together with its words. */
export interface LazyPage {
  readonly Page: ComponentType;
  /** Fetches it ahead of time. */
  readonly preload: () => Promise<unknown>;
}

/** Names a screen by how it is fetched: `lazyPage(["browse"], async () => (await import("…")).BrowsePage)`. */
export function lazyPage(areas: readonly Area[], load: () => Promise<ComponentType>): LazyPage {
  const fetchAll = async () => {
    const [page] = await Promise.all([load(), loadWords(...areas)]);
    return { default: page };
  };
  return { Page: lazy(fetchAll), preload: fetchAll };
}
