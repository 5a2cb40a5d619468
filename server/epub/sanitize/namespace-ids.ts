/**
 * The id by which an element of a book's page is served: ids such as `s1-2` are ours, for the sentences, so that an
 * element which has one gets another.
 */
export const namespacedId = (id: string) => (/^s\d+-\d+$/.test(id) ? `own-${id}` : id);

/** A fragment, with its `#`, that leads to the same element in the page as it is served; empty stays empty. */
export const namespacedFragment = (fragment: string) =>
  fragment.startsWith("#") ? `#${namespacedId(fragment.slice(1))}` : fragment;

/** The id that an element has in the book itself, by the one under which it is served. */
export const originalId = (served: string) => served.replace(/^own-(?=s\d+-\d+$)/, "");
