/** Where the words of all areas are. It comes with the screens of `app/areas/further.ts`: the first load has no use for it. */
export const lazyMessages = import.meta.glob<Record<string, string>>("../../locales/*/*.json", {
  import: "default",
});
