import { expect, test } from "vitest";
import { CommandNarrator } from "./command-narrator.ts";
import { NarrationRejectedError } from "./narrator.ts";

const node = process.execPath;

/** A command narrator that writes one second of silence at 8 kHz; `before` runs first. */
const makeProgram = (before: string) => `
  const text = require("node:fs").readFileSync(0, "utf8");
  ${before}
  const head = Buffer.alloc(44);
  head.write("RIFF", 0); head.writeUInt32LE(0xffffffff, 4); head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16); head.writeUInt16LE(1, 20); head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24); head.writeUInt32LE(16000, 28); head.writeUInt16LE(2, 32); head.writeUInt16LE(16, 34);
  head.write("data", 36); head.writeUInt32LE(0xffffffff, 40);
  const sound = Buffer.alloc(16000);
  sound.writeInt16LE(text.length, 0);
  process.stdout.write(Buffer.concat([head, sound]));`;

const createNarrator = (
  before = "",
  input: { milliseconds?: number; memoryBytes?: number; words?: string[] } = {},
) =>
  new CommandNarrator({
    name: "Ours",
    languages: ["en"],
    milliseconds: 20_000,
    memoryBytes: 500_000_000,
    ...input,
    command: [node, "-e", makeProgram(before), ...(input.words ?? [])],
  });

const speak = (narrator: CommandNarrator, language = "en") =>
  narrator.speak("$(touch evil); `id`", language, new AbortController().signal);

const getReason = (call: Promise<unknown>) =>
  call.then(
    () => "",
    (error: unknown) => (error instanceof NarrationRejectedError ? error.about : String(error)),
  );

test("a command narrator reads from standard input, without a shell", async () => {
  const { rate, samples } = await speak(createNarrator());
  expect([rate, samples.length]).toEqual([8000, 8000]);
  expect(samples[0]).toBe("$(touch evil); `id`\n".length);
});

test("the language in its arguments consists of letters", async () => {
  const narrator = createNarrator('if (process.argv[1] !== "v-enevil") process.exit(3);', {
    words: ["v-{language}"],
  });
  await expect(speak(narrator, "en;evil")).resolves.toMatchObject({ rate: 8000 });
});

test("a command that hangs, needs too much memory, fails or is missing is rejected with the reason", async () => {
  expect(await getReason(speak(createNarrator("for (;;);", { milliseconds: 300 })))).toBe("it timed out");
  const greedy = createNarrator("const a = []; for (;;) a.push(Buffer.alloc(1e6, 1));", {
    memoryBytes: 300_000_000,
  });
  if (process.platform === "linux")
    expect(await getReason(speak(greedy))).toBe("it exceeded its memory limit");
  expect(await getReason(speak(createNarrator('console.error("no model"); process.exit(2);')))).toContain(
    "no model",
  );
  const missing = new CommandNarrator({
    name: "Gone",
    languages: [],
    milliseconds: 1000,
    memoryBytes: 1e9,
    command: ["no-such-voice"],
  });
  expect(await missing.findMissingProgram()).toBe("no-such-voice");
  expect(await createNarrator().findMissingProgram()).toBeNull();
});

test("it is used for its languages only", async () => {
  expect(await createNarrator().supports("en-GB")).toBe(true);
  expect(await createNarrator().supports("ar")).toBe(false);
});
