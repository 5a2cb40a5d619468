import { vi } from "vitest";

// A statement that is built once is covered by the first test only, and its mutants are run against that one.
vi.mock("#server/db/prepared-statements.ts", () => ({
  prepareQuery: (make: unknown) => make,
  runNamedQuery: (
    _db: unknown,
    name: string,
    build: () => { prepare(name: string): { execute(values: unknown): unknown } },
    values: unknown,
  ) => build().prepare(name).execute(values),
}));
