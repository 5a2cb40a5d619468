/** Accounts and books are counted to this in lists of staff and authors; the number is then shown with a plus. */
export const maxCounted = 1_000;
