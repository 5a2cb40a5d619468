// A Stryker plugin: schemas and log entries are not mutated. Types and contracts check the first, nothing reads the second.
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

const logLevels = new Set(["debug", "info", "warn", "error"]);

const declarations = {
  shouldIgnore(path) {
    if (!path.isCallExpression()) return undefined;
    const { callee } = path.node;
    if (callee.type === "Identifier" && callee.name === "route") return "a contract";
    if (callee.type !== "MemberExpression") return undefined;
    const { object, property } = callee;
    if (object.type === "Identifier" && object.name === "z") return "a schema";
    const isLog = /^log$/.test(object.name ?? object.property?.name ?? "");
    return isLog && logLevels.has(property.name) ? "a log entry" : undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, "declarations", declarations)];
