/** Statements that break or block the earlier version while both run, and why. */
const unsafe: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
  [/\bdrop (table|column|type|function|view)\b/i, "the earlier version still uses it"],
  [/\brename (to|column)\b/i, "the earlier version uses the old name"],
  [/\balter column \S+ (set data )?type\b/i, "rewrites the table and breaks prepared statements"],
  [/\bset not null\b/i, "reads the whole table under a lock: validate a check constraint first"],
  [/\badd column (?=.*\bnot null\b)(?!.*\bdefault\b)/i, "the earlier version inserts rows without it"],
  [/\bcreate (unique )?index (?!concurrently)/i, "blocks writes: create it concurrently"],
  [
    /\badd constraint (?!.*\b(not valid|using index)\b)/i,
    "reads the whole table under a lock: add it not valid, then validate",
  ],
  [/\b(truncate|vacuum full|cluster|lock table(?!.* in share row exclusive mode))\b/i, "locks out readers"],
];

/** In a statement's first line: the release after which nothing uses what it removes. */
const contractMark = /^\s*-- contract: unused since (\d+\.\d+\.\d+)/;

/**
 * Finds statements of a migration that are not safe while the earlier version still runs. New tables may have indexes
 * and constraints at once.
 *
 * @param releases versions whose processes can be stopped before this migration
 */
export function findUnsafeStatements(statements: readonly string[], releases: readonly string[]): string[] {
  const newTables = new Set(
    statements.map((sql) => /\bcreate table (?:if not exists )?(\S+)/i.exec(sql)?.[1]),
  );
  return statements.flatMap((statement) => {
    const release = contractMark.exec(statement)?.[1];
    if (release && releases.includes(release)) return [];
    const table = /\b(?:on|alter table(?: only)?) ("?\w+"?)/i.exec(statement)?.[1];
    if (table && newTables.has(table)) return [];
    const oneLine = statement.replaceAll(/\s+/g, " ").trim();
    return unsafe.flatMap(([pattern, reason]) => (pattern.test(oneLine) ? [`${oneLine}: ${reason}`] : []));
  });
}
