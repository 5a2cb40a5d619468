/** The name of the `meta` element that marks a guest's page. */
export const guestMeta = "visitor";
