/** A share of a whole in whole per cent, as the interface's language writes it: "41%". */
export function formatPercent(share: number): string {
  const language = document.documentElement.lang || undefined;
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}
