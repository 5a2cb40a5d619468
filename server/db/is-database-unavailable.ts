/**
 * Connection failures and the SQLSTATE classes 08 (connection), 40 (transaction rollback), 53 (resources) and
 * 57 (operator intervention, time-outs). Some errors of the driver have no code and are recognized by their text.
 */
export function isDatabaseUnavailable(code: unknown, message: unknown): boolean {
  if (
    typeof code === "string" &&
    /^(ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|08\w{3}|40\w{3}|53\w{3}|57\w{3})$/.test(code)
  )
    return true;
  return (
    typeof message === "string" &&
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
      message,
    )
  );
}
