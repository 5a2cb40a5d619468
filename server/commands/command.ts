import type { ParseArgsConfig } from "node:util";
import type { Environment } from "#server/env.ts";
import type { Services } from "#server/services.ts";

export interface CliContext {
  /** @throws {InvalidEnvironmentError} with a line per problem */
  readonly readEnvironment: () => Environment;
  /** Runs a function with opened services on a migrated database, and closes them. */
  readonly withServices: <T>(callback: (services: Services, databaseUrl: string) => Promise<T>) => Promise<T>;
  readonly withDatabase: <T>(callback: (databaseUrl: string, dataDir: string) => Promise<T>) => Promise<T>;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

export interface Command {
  /** One or two words, such as `user create`. */
  readonly name: string;
  /** The arguments after the name, such as `<folder> [--draft]`. */
  readonly usage: string;
  readonly about: string;
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  readonly operands: number;
  /**
   * @returns the exit code
   * @throws {Error} with one sentence
   */
  run(context: CliContext, parsedArguments: ParsedArguments): Promise<number>;
}

export interface ParsedArguments {
  readonly operands: readonly string[];
  /** The value, or true for a flag. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** @throws {Error} when the option is missing */
export function requireOption(parsedArguments: ParsedArguments, name: string): string {
  requireOptions(parsedArguments, [name]);
  return String(parsedArguments.options[name]);
}

/** @throws {Error} with all missing options */
export function requireOptions({ options }: ParsedArguments, names: readonly string[]): void {
  const missing = names.filter((name) => typeof options[name] !== "string" || options[name] === "");
  if (missing.length) throw new Error(missing.map((name) => `--${name} is missing.`).join("\n"));
}
