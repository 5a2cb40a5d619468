/** Accounts, and the books of a genre, are counted to this for the staff; the number is then shown with a plus. */
export const maxCounted = 10_000;
