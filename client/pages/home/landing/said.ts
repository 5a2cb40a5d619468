import type { Said } from "./house-claims.ts";

/** A text of the house in the language the interface speaks. */
export function said(text: Said): string {
  return document.documentElement.lang.startsWith("ar") ? text.ar : text.en;
}
