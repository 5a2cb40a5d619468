/** The header of a reply with the id of the user that it was made for. */
export const userHeader = "X-User";
