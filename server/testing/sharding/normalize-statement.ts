/** One text for a statement with any number of parameters, rows and spaces. */
export const normalizeStatement = (text: string): string =>
  text
    .replaceAll(/--[^\n]*/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\$\d+/g, "$")
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\$(, ?\$)+/g, "$, …")
    .replaceAll(/(\([^()]*\)), (\1(, )?)+/g, "$1, …")
    .trim();
