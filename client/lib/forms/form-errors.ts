import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";

/** The texts of a refused call by field; those of no field are at `errorField`, else at `form`. */
export function toFormErrors(
  error: unknown,
  names: readonly string[],
  errorField = "form",
): Record<string, string> {
  const found = Object.entries(getFieldErrors(error)).flatMap(([path, message]) => {
    const name = findFieldName(path, names);
    return name ? [[name, message] as [string, string]] : [];
  });
  // Of several errors of a field, the first is shown.
  return found.length > 0 ? Object.fromEntries(found.reverse()) : { [errorField]: getErrorMessage(error) };
}

/** The field of an error such as `changes.credits.0.name`. */
export const findFieldName = (path: string, names: readonly string[]): string | undefined =>
  path.split(".").find((part) => names.includes(part));
