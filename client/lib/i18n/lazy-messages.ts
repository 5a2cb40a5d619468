/** The messages of the lazy routes (`app/routes/lazy.ts`). */
export const lazyMessages = import.meta.glob<Record<string, string>>(
  ["../../locales/*/*.json", "../../../shared/locales/*/*.json"],
  { import: "default" },
);
