/** The name of the `meta` by which a page says that nobody is signed in. */
export const guestMeta = "visitor";
