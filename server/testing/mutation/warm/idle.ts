// Vitest runs this empty file while `worker-runner.ts` runs test files again and again.
