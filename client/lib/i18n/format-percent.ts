import { getLocale } from "./locale.ts";

/** A fraction as a whole percentage in the interface language: "41%". */
export function formatPercent(fraction: number): string {
  return new Intl.NumberFormat(getLocale(), { style: "percent", maximumFractionDigits: 0 }).format(fraction);
}
