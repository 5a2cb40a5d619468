import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import texts from "#shared/locales/en/reason.json" with { type: "json" };
import { projectRoot } from "#server/project-root.ts";
import { getReasonText } from "./reason-text.ts";

test("a reason becomes an English sentence with its parameters", () => {
  expect(getReasonText({ code: "too_many_attempts", minutes: 1 })).toBe(
    "Too many attempts. Please try again in a minute.",
  );
  expect(getReasonText({ code: "epub_too_many_files", max: 20_000 })).toBe(
    "This EPUB contains more than 20,000 files.",
  );
});

test("a reason about one file of several begins with the file's name", () => {
  expect(getReasonText({ code: "no_audio", file: "02.mp3" })).toBe("02.mp3: This file contains no audio.");
});

test("every reason is used", () => {
  const folders = ["server", "shared"].map((name) => path.join(projectRoot, name));
  const sources = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
    )
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const codes = Object.keys(texts).map((key) => key.replace("reason.", ""));

  expect(codes.filter((code) => !sources.includes(`"${code}"`))).toEqual([]);
});
