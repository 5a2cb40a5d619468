import type { Database } from "./client.ts";

export function prepareQuery<Statement>(make: (db: Database) => Statement): (db: Database) => Statement {
  const statements = new WeakMap<Database, Statement>();
  return (db) => {
    const existing = statements.get(db);
    if (existing) return existing;
    const statement = make(db);
    statements.set(db, statement);
    return statement;
  };
}

interface Preparable<Rows> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> };
}

const namedStatements = new WeakMap<Database, Map<string, ReturnType<Preparable<unknown>["prepare"]>>>();

/**
 * Runs a query that is built once per name and database.
 *
 * @param values of its placeholders
 */
export function runNamedQuery<Rows>(
  db: Database,
  name: string,
  build: () => Preparable<Rows>,
  values: Record<string, unknown>,
): Promise<Rows> {
  const statements = namedStatements.get(db) ?? new Map<string, ReturnType<Preparable<unknown>["prepare"]>>();
  namedStatements.set(db, statements);
  const statement = statements.get(name) ?? build().prepare(name);
  statements.set(name, statement);
  return statement.execute(values) as Promise<Rows>;
}
