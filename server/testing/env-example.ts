import * as z from "zod/mini";
import { Environment } from "#server/env.ts";

const heading =
  "# All settings with their defaults. They are read from the environment or from a file `.env` in this folder.";

/** The text of `.env.example`: every setting with its description and default. */
export function renderEnvExample(): string {
  const settings = Object.entries(Environment.shape).map(([name, schema]) => {
    const { type } = schema._zod.def;
    const value = type === "default" ? String(z.parse(schema, undefined) ?? "") : "";
    return `# ${z.globalRegistry.get(schema)?.description ?? "?"}\n#${name}=${value}\n`;
  });
  return `${heading}\n\n${settings.join("\n")}`;
}
