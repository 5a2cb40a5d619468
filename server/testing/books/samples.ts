import path from "node:path";
import { fileURLToPath } from "node:url";

export const samplesFolder = path.resolve(
  fileURLToPath(new URL("../../../../shared/samples", import.meta.url)),
);
