const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Orders names as people count: "2 Two" before "10 Ten". */
export const naturally = (a: string, b: string) => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
