import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { screenModules } from "./modules.ts";

test.each(Object.entries(screenModules))(
  "what %s asks for ahead is a part of the client",
  (_path, modules) => {
    const missing = modules.filter((module) => !existsSync(path.join(projectRoot, "client", module)));

    expect(missing).toEqual([]);
  },
);
