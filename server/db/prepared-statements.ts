import type { Database } from "./client.ts";

export function preparedQuery<Statement>(make: (db: Database) => Statement): (db: Database) => Statement {
  const statements = new WeakMap<Database, Statement>();
  return (db) => {
    const known = statements.get(db);
    if (known) return known;
    const statement = make(db);
    statements.set(db, statement);
    return statement;
  };
}

export function namedQuery<Rows>(
  name: string,
  query: { prepare(name: string): { execute(): Promise<Rows> } },
): Promise<Rows> {
  return query.prepare(name).execute();
}
