import path from "node:path";
import { fileURLToPath } from "node:url";

/** The shared test files, beside the project; where they are absent, tests of them are skipped and say so. */
export const samplesFolder = path.resolve(
  fileURLToPath(new URL("../../../../shared/samples", import.meta.url)),
);
