/**
 * The served id of an element: ids such as `s1-2` are reserved for sentences, so the book's own ones are
 * renamed.
 */
export const namespacedId = (id: string) => (/^s\d+-\d+$/.test(id) ? `own-${id}` : id);

/** A fragment with its `#` for the served page; empty stays empty. */
export const namespacedFragment = (fragment: string) =>
  fragment.startsWith("#") ? `#${namespacedId(fragment.slice(1))}` : fragment;

/** The original id for a served one. */
export const originalId = (served: string) => served.replace(/^own-(?=s\d+-\d+$)/, "");
