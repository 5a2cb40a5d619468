/** Mutants that no test needs to notice, each with the reason. */
export const acceptedSurvivors: readonly {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}[] = [];
