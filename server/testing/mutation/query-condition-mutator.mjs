// A Stryker plugin: adds a mutator for Drizzle queries. Stryker has no plugin kind for mutators, so this extends its list.
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const instrumenter = dirname(fileURLToPath(import.meta.resolve("@stryker-mutator/instrumenter")));
const { allMutators } = await import(pathToFileURL(join(instrumenter, "mutators", "mutate.js")).href);

const combinators = new Set(["and", "or"]);
const removableMethods = new Set(["where", "having", "for", "onConflictDoNothing"]);

/** Removes each condition of `and(…)` and `or(…)` in turn, and calls of `.where(…)` and `.for("update")`. */
const queryCondition = {
  name: "QueryCondition",
  *mutate(path) {
    if (!path.isCallExpression()) return;
    const { callee, arguments: conditions } = path.node;
    if (callee.type === "Identifier" && combinators.has(callee.name) && conditions.length > 1) {
      for (const condition of conditions) {
        if (condition.type === "SpreadElement") continue;
        yield { ...path.node, arguments: conditions.filter((other) => other !== condition) };
      }
    }
    if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
    const isCombined = conditions[0]?.type === "CallExpression" && combinators.has(conditions[0].callee.name);
    if (removableMethods.has(callee.property.name) && !isCombined) yield callee.object;
  },
};

if (!allMutators.includes(queryCondition)) allMutators.push(queryCondition);

export const strykerPlugins = [];
