/** Whether a statement failed because another row has the value that the index allows once. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  const { code, constraint } = (cause ?? {}) as { readonly code?: unknown; readonly constraint?: unknown };
  return code === "23505" && constraint === index;
}
