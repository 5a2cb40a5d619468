interface ErrorFields {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly query?: unknown;
  readonly stack?: unknown;
  readonly cause?: unknown;
}

/** Without values: those of a query are in its message, and SQLSTATE class 22 quotes the value that it refuses. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, code, constraint, query, stack, cause } = error as ErrorFields;
  const isQuery = typeof query === "string";
  const quotesValue = typeof code === "string" && /^22\w{3}$/.test(code);
  return {
    type: name,
    message: isQuery ? "a query failed" : quotesValue ? "a value was refused" : message,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(isQuery && { query: query.slice(0, 2000) }),
    stack: isQuery || quotesValue ? getFrames(stack) : stack,
    ...(cause !== undefined && depth < 4 && { cause: describeError(cause, depth + 1) }),
  };
}

function getFrames(stack: unknown): string {
  return String(stack)
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}
