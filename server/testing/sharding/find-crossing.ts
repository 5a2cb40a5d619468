/** Functions that the site calls with rows of many readers, as tables. */
const batchFunctions = new Set(["record_positions"]);

/**
 * The tables by reader of which a normalized statement may touch more than one reader's rows: at one place at least it has
 * neither `user_id = $` for them, nor the same `user_id` as a table that has it. What it cannot tell is crossing.
 *
 * @param distributed the tables that `user_id` distributes
 */
export function findCrossing(statement: string, distributed: ReadonlySet<string>): readonly string[] {
  const text = statement.replaceAll('"', "").toLowerCase();
  const uses = listUses(text);
  const batches = uses.filter(({ table }) => batchFunctions.has(table));
  const owned = uses.filter(({ table }) => distributed.has(table));
  const areBound = findBound(text, uses);
  const crossing = owned.filter(({ table, alias }) => !areBound(alias) && !isOneInsertedRow(text, table));
  return [...new Set([...batches, ...crossing].map(({ table }) => table))].toSorted();
}

interface Use {
  readonly table: string;
  /** The name that the statement gives it. */
  readonly alias: string;
}

/** Tells whether each use of an alias has its own condition. */
function findBound(text: string, uses: readonly Use[]): (alias: string) => boolean {
  const isAlone = new Set(uses.map(({ alias }) => alias)).size === 1;
  const conditions = new Map<string, number>();
  const countUses = (alias: string) => uses.filter((use) => use.alias === alias).length;
  const isBound = (alias: string) => (conditions.get(alias) ?? 0) >= countUses(alias);
  for (const { alias } of new Map(uses.map((use) => [use.alias, use])).values()) {
    const own = isAlone ? `(?:${alias}\\.)?user_id` : `${alias}\\.user_id`;
    const found = new Set([
      ...matchAt(text, new RegExp(`(?<![\\w.])${own} = (?:\\$|'')`, "g")),
      ...matchAt(text, new RegExp(`(?<=from ${alias} where \\(?)user_id = (?:\\$|'')`, "g")),
    ]);
    conditions.set(alias, found.size);
  }
  let before = -1;
  const joins = Array.from(text.matchAll(/(\w+)\.user_id = (\w+)\.user_id/g));
  const used = new Set<number>();
  while (before !== used.size) {
    before = used.size;
    for (const [n, [, left = "", right = ""]] of joins.entries()) {
      if (used.has(n) || isBound(left) === isBound(right)) continue;
      const joined = isBound(left) ? right : left;
      conditions.set(joined, (conditions.get(joined) ?? 0) + 1);
      used.add(n);
    }
  }
  return isBound;
}

const matchAt = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ({ index }) => index);

const keywords =
  /^(where|set|on|as|using|left|right|inner|full|cross|join|order|group|limit|values|select|returning|union|for|and|lateral|with|default|natural|having|offset|do|when|tablesample)$/;

function listUses(text: string): readonly Use[] {
  const pattern =
    /\b(?<!distinct )(?:from|join|update|into|using) (?:only )?(\w+)(?![.\w])(?: as)?(?: (\w+))?/g;
  return Array.from(text.matchAll(pattern), ([, table = "", alias = ""]) => ({
    table,
    alias: alias === "" || keywords.test(alias) ? table : alias,
  }));
}

const isOneInsertedRow = (text: string, table: string) =>
  new RegExp(`insert into ${table} \\([^)]*\\) values \\([^()]*\\)(?!, …)`).test(text);
