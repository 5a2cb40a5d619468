/**
 * The served id of an element: ids such as `s1-2` are reserved for sentences, so the book's own ones are
 * renamed.
 */
export const toServedId = (id: string) => (/^s\d+-\d+$/.test(id) ? `own-${id}` : id);

/** A fragment with its `#` for the served page; empty stays empty. */
export const toServedFragment = (fragment: string) =>
  fragment.startsWith("#") ? `#${toServedId(fragment.slice(1))}` : fragment;

/** The original id for a served one. */
export const toOriginalId = (served: string) => served.replace(/^own-(?=s\d+-\d+$)/, "");
