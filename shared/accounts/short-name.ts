/** As readers see each other: the first name, and of the last its first letter. */
export function shortName(firstName: string, lastName: string): string {
  const [initial] = lastName.trim();
  return initial ? `${firstName} ${initial}.` : firstName;
}
