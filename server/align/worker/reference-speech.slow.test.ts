import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { canNarrate } from "#server/testing/books/narrate-epub.ts";
import { Espeak } from "./espeak.ts";
import { ReferenceSpeech } from "./reference-speech.ts";

const sentences = ["The river was quiet.", "***", "Nobody on the bridge spoke a word."];

describe.skipIf(!canNarrate)("the reference speech of a document", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "maktaba-speech-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function speak(texts: readonly string[], language = "en") {
    let synthesized = 0;
    const speech = new ReferenceSpeech(folder, new Espeak("espeak-ng", language));
    const parts = await speech.speak(texts, () => synthesized++);
    return { synthesized, parts: parts.map((part) => part && Buffer.from(part)) };
  }

  it("is synthesized once and read from its file afterwards", async () => {
    const first = await speak(sentences);
    const second = await speak(sentences);
    expect(first.synthesized).toBe(3);
    expect(first.parts[1]).toBeNull();
    expect(second).toEqual({ synthesized: 0, parts: first.parts });
  });

  it("is synthesized again for other sentences and other voices", async () => {
    await speak(sentences);
    expect((await speak(sentences.slice(1))).synthesized).toBe(2);
    expect((await speak(sentences, "fr")).synthesized).toBe(3);
  });

  it("is synthesized again when its file is damaged", async () => {
    const { parts } = await speak(sentences);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const file = files.find((name) => name.endsWith(".bin")) ?? "";
    writeFileSync(path.join(folder, file), "damaged");
    expect(await speak(sentences)).toEqual({ synthesized: 3, parts });
  });
});
