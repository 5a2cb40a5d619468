import { Store } from "./store.ts";

/** Something that the command palette finds and runs. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  /** It is also found by these, such as the label in another language. */
  readonly keywords?: string;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
  /** Already those that were searched for. */
  readonly isFiltered?: boolean;
}

/** @param text what was typed */
export type CommandSource = (text: string) => readonly CommandGroup[];

/** Commands that the open screens add to the palette, the newest first. */
export const commandSources = new Store<readonly CommandSource[]>([]);

/**
 * Adds commands while a screen is open.
 *
 * @returns a function that removes them
 */
export function provideCommands(source: CommandSource): () => void {
  commandSources.set([source, ...commandSources.getState()]);
  return () => commandSources.set(commandSources.getState().filter((each) => each !== source));
}
