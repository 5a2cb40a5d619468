/** Empty without a name, such as that of a deleted account. */
export const getFullName = (firstName: string | null, lastName: string | null): string =>
  [firstName, lastName].filter(Boolean).join(" ");
