/** A fraction as a whole percentage in the interface language: "41%". */
export function formatPercent(fraction: number): string {
  const language = document.documentElement.lang || undefined;
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(fraction);
}
