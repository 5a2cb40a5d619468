interface ErrorFields {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly query?: unknown;
  readonly stack?: unknown;
  readonly cause?: unknown;
}

export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, code, constraint, query, stack, cause } = error as ErrorFields;
  const isQuery = typeof query === "string";
  return {
    type: name,
    message: isQuery ? "a query failed" : message,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(isQuery && { query: query.slice(0, 2000) }),
    stack: isQuery ? getFrames(stack) : stack,
    ...(cause !== undefined && depth < 4 && { cause: describeError(cause, depth + 1) }),
  };
}

function getFrames(stack: unknown): string {
  return String(stack)
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}
