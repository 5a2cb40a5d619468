import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { translate } from "./translate.ts";

test("a message is filled in with the plural forms of its language", () => {
  const format = (minutes: number) =>
    translate("ar", "prayerPush.before", { prayer: translate("ar", "prayerPush.fajr"), minutes });

  expect([1, 2, 5, 15].map(format)).toEqual([
    "بقي على الفجر دقيقة واحدة",
    "بقي على الفجر دقيقتان",
    "بقي على الفجر 5 دقائق",
    "بقي على الفجر 15 دقيقة",
  ]);
  expect(translate("en", "prayerPush.before", { prayer: "Fajr", minutes: 1 })).toBe("1 minute until Fajr");
});

test("every message of the server is used", () => {
  const folder = path.join(projectRoot, "shared", "locales", "en", "server");
  const keys = readdirSync(folder).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(path.join(folder, file), "utf8"))),
  );
  const server = path.join(projectRoot, "server");
  const sources = readdirSync(server, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(path.join(server, file), "utf8"))
    .join("\n");
  const prefixes = Array.from(sources.matchAll(/`([a-z]+\.[\w./-]*)\$\{/gi), ([, prefix = ""]) => prefix);

  const isUsed = (key: string) =>
    sources.includes(`"${key}"`) || prefixes.some((prefix) => key.startsWith(prefix));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});
