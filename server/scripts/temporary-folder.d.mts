/** The folder for temporary files of tests: in memory if there is room. */
export function findTemporaryFolder(): string;
