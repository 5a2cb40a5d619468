import { directionOf } from "#shared/kernel/language.ts";
import { pageLanguage } from "./shell-facts.ts";

/** Which way the interface reads, for parts that must be told. */
export function readingDirection(): "ltr" | "rtl" {
  return directionOf(pageLanguage());
}
