// The file that Vitest believes to run while `worker-runner.ts` runs test files again and again.
