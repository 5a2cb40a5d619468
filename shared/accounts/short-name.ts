export function shortName(firstName: string, lastName: string): string {
  const [initial] = lastName.trim();
  return initial ? `${firstName} ${initial}.` : firstName;
}
