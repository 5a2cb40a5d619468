import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFakeVoice, FakeSynthesis, FakeUtterance } from "#client/testing/fake-synthesis.ts";
import { readChapter, type SpokenChapter } from "./book-text.ts";
import { type SpeechCommand, SpeechEngine } from "./speech-engine.ts";
import type { SpeechSettings } from "./speech-state.ts";
import type { VerseRanges } from "./split-by-language.ts";
import { cancelTimeoutMs, type Synthesis, UtterancePlayer } from "./utterance-player.ts";
import { Voices } from "./voices.ts";

const english = createFakeVoice({ lang: "en-GB", name: "Emma" });
const arabic = createFakeVoice({ lang: "ar-SA", name: "Amina", speed: 10 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface EngineOptions {
  readonly synthesis?: FakeSynthesis;
  /** The bodies of the documents, each sentence a list item; null for a document that never loads. */
  readonly documents?: (readonly string[] | null)[];
  readonly language?: string;
  readonly verses?: VerseRanges;
  readonly settings?: Partial<SpeechSettings>;
  readonly isSample?: boolean;
}

function setUp(options: EngineOptions = {}) {
  const { synthesis = new FakeSynthesis([english, arabic]), language = "en", verses = [] } = options;
  const documents = options.documents ?? [["One two three.", "Four five six."], ["Seven eight."]];
  let settings: SpeechSettings = {
    rate: 1,
    gap: 0,
    pausesAtVerses: false,
    follows: true,
    voices: {},
    ...options.settings,
  };
  const open = async (section: number): Promise<SpokenChapter> => {
    const sentences = documents[section];
    if (!sentences) throw new Error("offline");
    const body = sentences.map((text, n) => `<p><span class="mk-s" id="s${section}-${n}">${text}</span></p>`);
    const doc = new DOMParser().parseFromString(`<body>${body.join("")}</body>`, "text/html");
    return readChapter(doc, section, language, () => verses);
  };
  const engine = new SpeechEngine(
    {
      language,
      open,
      getAdjacentSection: (section, direction) => {
        if (documents[section + direction] !== undefined) return section + direction;
        return options.isSample ? "end-of-sample" : "finished";
      },
    },
    {
      player: new UtterancePlayer(
        synthesis as unknown as Synthesis,
        (text) => new FakeUtterance(text) as never,
      ),
      voices: new Voices(synthesis as unknown as Synthesis),
    },
    () => settings,
  );
  const commands: [SpeechCommand, string][] = [];
  engine.onCommand((command, { sentence }) => commands.push([command, sentence.id]));
  const change = (part: Partial<SpeechSettings>) => {
    settings = { ...settings, ...part };
    engine.applySettings();
  };
  const start = () => engine.playFrom({ section: 0, sentence: null });
  return { engine, synthesis, commands, change, start, documents };
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function playToEnd({ engine }: { readonly engine: SpeechEngine }, maxMs = 300_000) {
  for (let at = 0; engine.isActive && at < maxMs; at += 250) await advance(250);
}

describe("reading aloud", () => {
  test("continues sentence by sentence and chapter by chapter to the end", async () => {
    const fixture = setUp();

    await fixture.start();
    await playToEnd(fixture);

    expect(fixture.synthesis.spokenTexts.join(" ")).toBe("One two three. Four five six. Seven eight.");
    expect(fixture.engine.getState()).toMatchObject({ status: "ended", ending: "finished" });
    expect(fixture.commands.filter(([command]) => command !== "spoken")).toEqual([
      ["play", "s0-0"],
      ["sentence", "s0-1"],
      ["sentence", "s1-0"],
      ["finish", "s1-0"],
    ]);
  });

  test("ends at the end of the sample with a message", async () => {
    const fixture = setUp({ isSample: true });

    await fixture.start();
    await playToEnd(fixture);

    expect(fixture.engine.getState()).toMatchObject({ status: "ended", ending: "end-of-sample" });
  });

  test("starts at the chosen sentence and reports the current word", async () => {
    const { engine } = setUp();

    await engine.playFrom({ section: 0, sentence: "s0-1" as never });
    await advance(500);

    expect(engine.getState()).toMatchObject({
      sentence: "s0-1",
      status: "speaking",
      spokenRange: { start: 5, end: 9 },
    });
    expect(engine.getSpokenPosition()).toEqual({ target: "s0-1", fraction: 5 / 14 });
  });

  test("resumes where it was paused, although browsers can only cancel", async () => {
    const fixture = setUp();

    await fixture.start();
    await advance(1_500);
    fixture.engine.pause();
    await advance(20_000);
    expect(fixture.engine.getState()).toMatchObject({
      status: "paused",
      sentence: "s0-1",
      playbackError: null,
    });
    fixture.engine.play();
    await playToEnd(fixture);

    expect(fixture.synthesis.spoken.map(({ text }) => text)).toEqual([
      "One two three.",
      "Four five six.",
      "Four five six.",
      "Seven eight.",
    ]);
  });

  test("moves by sentences across chapters", async () => {
    const fixture = setUp();

    await fixture.start();
    await advance(100);
    fixture.engine.step(1);
    fixture.engine.step(1);
    await advance(100);
    expect(fixture.engine.getState().sentence).toBe("s1-0");
    fixture.engine.step(-1);
    await advance(100);

    expect(fixture.engine.getState()).toMatchObject({ sentence: "s0-1", status: "speaking" });
    expect(fixture.commands.at(-1)).toEqual(["play", "s0-1"]);
  });

  test("pauses after each sentence on request, and steps back to the last one", async () => {
    const fixture = setUp({ settings: { gap: null } });

    await fixture.start();
    await playToEnd(fixture);
    expect(fixture.engine.getState()).toMatchObject({ status: "waiting-for-play", sentence: "s0-0" });
    fixture.engine.step(-1);
    await playToEnd(fixture);
    fixture.engine.play();
    await playToEnd(fixture);

    expect(fixture.synthesis.spoken.map(({ text }) => text)).toEqual([
      "One two three.",
      "One two three.",
      "Four five six.",
    ]);
  });

  test("pauses between sentences as configured", async () => {
    const { engine, start } = setUp({ settings: { gap: 5 } });

    await start();
    await advance(1_500);
    expect(engine.getState()).toMatchObject({ status: "between-sentences", sentence: "s0-0" });
    await advance(4_000);
    expect(engine.getState().sentence).toBe("s0-0");
    await advance(1_500);

    expect(engine.getState().sentence).toBe("s0-1");
  });

  test("applies changed settings at once", async () => {
    const fixture = setUp({ documents: [["One two three four five six."]] });

    await fixture.start();
    await advance(700);
    fixture.change({ rate: 3 });
    await playToEnd(fixture);

    expect(fixture.synthesis.spoken).toEqual([
      { text: "One two three four five six.", voice: "Emma", rate: 1 },
      { text: "three four five six.", voice: "Emma", rate: 3 },
    ]);
  });

  test("waits for a chapter that failed to load and requests it again", async () => {
    const fixture = setUp({ documents: [["One two."], null] });

    await fixture.start();
    await playToEnd(fixture);
    expect(fixture.engine.getState()).toMatchObject({ status: "paused", playbackError: { kind: "no-text" } });
    fixture.documents[1] = ["Three four."];
    fixture.engine.play();
    await playToEnd(fixture);

    expect(fixture.synthesis.spokenTexts.join(" ")).toBe("One two. Three four.");
  });
});

describe("a voice that stops after 15 seconds", () => {
  const long = Array.from({ length: 120 }, (_, n) => `word${n}${n % 12 === 11 ? "," : ""}`).join(" ");

  test.each([
    ["that reports its words", true, 1],
    ["that does not", false, 1],
    ["at half the speed", false, 0.5],
  ])("loses no words, %s", async (_, reportsWords, rate) => {
    const synthesis = new FakeSynthesis([createFakeVoice({ lang: "en-US", reportsWords })]);
    const fixture = setUp({ synthesis, documents: [[long]], settings: { rate } });

    await fixture.start();
    await playToEnd(fixture);

    expect(synthesis.spokenTexts.join(" ")).toBe(long);
    expect(synthesis.spoken.length).toBeGreaterThan(3);
  });

  test.each([true, false])(
    "repeats the cut-off text of a slow voice (word events: %s)",
    async (reportsWords) => {
      const synthesis = new FakeSynthesis([createFakeVoice({ lang: "en-US", reportsWords, speed: 5 })]);
      const fixture = setUp({ synthesis, documents: [[long]] });

      await fixture.start();
      await playToEnd(fixture, 600_000);

      expect([...new Set(synthesis.spokenTexts)].join(" ")).toBe(long);
      expect(fixture.engine.getState().status).toBe("ended");
    },
  );
});

describe("browser speech events", () => {
  test("a cancel is expected until speech starts, or for eight seconds", async () => {
    const synthesis = new FakeSynthesis([english]);
    const player = new UtterancePlayer(
      synthesis as unknown as Synthesis,
      (text) => new FakeUtterance(text) as never,
    );
    const ends: string[] = [];
    const listener = { onStart: () => {}, onWord: () => {}, onEnd: (outcome: string) => ends.push(outcome) };
    const options = { voice: english, rate: 1, timeoutMs: 9_000 };

    player.speak("One two three four.", options, listener);
    player.cancel();
    expect(player.isCancellationExpected).toBe(true);
    await advance(cancelTimeoutMs - 1);
    expect(player.isCancellationExpected).toBe(true);
    await advance(1);
    expect(player.isCancellationExpected).toBe(false);
    player.cancel();
    player.speak("Five six.", options, listener);
    expect(player.isCancellationExpected).toBe(false);
    await advance(3_000);

    expect(ends).toEqual(["spoken"]);
  });

  test("an interruption by others is a pause, not an error", async () => {
    const { engine, synthesis, start } = setUp();

    await start();
    await advance(100);
    synthesis.interrupt();

    expect(engine.getState()).toMatchObject({ status: "paused", playbackError: null });
  });

  test("an utterance cancelled by mistake is repeated", async () => {
    const fixture = setUp();

    await fixture.start();
    await advance(100);
    fixture.synthesis.failures = ["canceled"];
    fixture.engine.step(1);
    await advance(500);
    expect(fixture.engine.getState()).toMatchObject({ sentence: "s0-1", status: "speaking" });
    await playToEnd(fixture);

    expect(fixture.synthesis.spokenTexts.join(" ")).toMatch(/Four five six\. Seven eight\.$/);
  });

  test("a browser that requires a user gesture speaks after one", async () => {
    const synthesis = new FakeSynthesis([english]);
    synthesis.failures = ["not-allowed"];
    const fixture = setUp({ synthesis });

    await fixture.start();
    await advance(100);
    expect(fixture.engine.getState()).toMatchObject({ status: "paused", playbackError: { kind: "blocked" } });
    fixture.engine.play();
    await playToEnd(fixture);

    expect(synthesis.spokenTexts).toHaveLength(8);
  });

  test("voices that load late are awaited", async () => {
    const synthesis = new FakeSynthesis();
    const fixture = setUp({ synthesis });

    await fixture.start();
    await advance(2_000);
    expect(fixture.engine.getState().status).toBe("loading");
    synthesis.setVoices([english]);
    await playToEnd(fixture);

    expect(synthesis.spokenTexts).toHaveLength(8);
  });

  test("missing voices are reported until there are some", async () => {
    const synthesis = new FakeSynthesis();
    const fixture = setUp({ synthesis });

    await fixture.start();
    await advance(6_000);
    expect(fixture.engine.getState()).toMatchObject({
      status: "paused",
      playbackError: { kind: "no-voices" },
    });
    synthesis.setVoices([english]);
    expect(fixture.engine.getState().playbackError).toBeNull();
    fixture.engine.play();
    await playToEnd(fixture);

    expect(synthesis.spokenTexts).toHaveLength(8);
  });

  test("a voice that never starts or fails is replaced", async () => {
    const other = createFakeVoice({ lang: "en-US", name: "Other" });
    const synthesis = new FakeSynthesis([english, other]);
    synthesis.failures = ["voice-unavailable"];
    const fixture = setUp({ synthesis, settings: { voices: { en: "Emma" } } });

    await fixture.start();
    await playToEnd(fixture);
    expect(synthesis.spoken.map(({ voice }) => voice)).toEqual(["Emma", "Other", "Other", "Other"]);

    synthesis.hasNoVoice = true;
    await fixture.start();
    await advance(25_000);
    expect(fixture.engine.getState().status).toBe("speaking");
    await advance(60_000);
    expect(fixture.engine.getState()).toMatchObject({ status: "paused", playbackError: { kind: "failed" } });
  });

  test("a chosen voice that disappears is replaced with a notice", async () => {
    const other = createFakeVoice({ lang: "en-US", name: "Other" });
    const synthesis = new FakeSynthesis([english, other]);
    const fixture = setUp({ synthesis, settings: { voices: { en: "Emma" } } });

    await fixture.start();
    await advance(100);
    synthesis.setVoices([other]);
    await advance(1_500);

    expect(fixture.engine.getState()).toMatchObject({
      sentence: "s0-1",
      notice: { kind: "voice-gone", name: "Emma" },
    });
    expect(synthesis.spoken.at(-1)).toMatchObject({ text: "Four five six.", voice: "Other" });
  });
});

describe("other languages and verses in a book", () => {
  const mixed = 'He said <span lang="ar">السلام عليكم</span> to them.';

  test("use a voice of their own", async () => {
    const fixture = setUp({ documents: [[mixed, "He went."]] });

    await fixture.start();
    await playToEnd(fixture);

    expect(fixture.synthesis.spoken.map(({ text, voice }) => [text, voice])).toEqual([
      ["He said", "Emma"],
      ["السلام عليكم", "Amina"],
      ["to them.", "Emma"],
      ["He went.", "Emma"],
    ]);
  });

  test("are skipped with a notice when the device has no voice", async () => {
    const synthesis = new FakeSynthesis([english]);
    const fixture = setUp({ synthesis, documents: [[mixed]] });

    await fixture.start();
    await advance(1_000);
    expect(fixture.engine.getState().notice).toEqual({ kind: "skipped", language: "ar" });
    await playToEnd(fixture);

    expect(synthesis.spokenTexts.join(" ")).toBe("He said to them.");
  });

  test("a missing voice for the book's language is reported", async () => {
    const synthesis = new FakeSynthesis([english]);
    const fixture = setUp({ synthesis, language: "ar", documents: [["قال الرجل."]] });

    await fixture.start();
    await advance(100);

    expect(fixture.engine.getState()).toMatchObject({
      status: "paused",
      playbackError: { kind: "no-voice-for", language: "ar" },
    });
  });

  test("a verse is shown and never spoken", async () => {
    const verse = "قل هو الله أحد";
    const fixture = setUp({
      documents: [[`He read ${verse} and wept.`]],
      verses: [{ start: 8, end: 22 }],
    });

    await fixture.start();
    await advance(1_000);
    expect(fixture.engine.getState()).toMatchObject({
      status: "between-sentences",
      notice: { kind: "verse" },
      spokenRange: { start: 8, end: 22 },
    });
    await playToEnd(fixture);

    expect(fixture.synthesis.spoken.map(({ text }) => text)).toEqual(["He read", "and wept."]);
  });

  test("a verse waits for the user when configured", async () => {
    const fixture = setUp({
      documents: [["قل هو الله أحد", "He went."]],
      verses: [{ start: 0, end: 14 }],
      settings: { pausesAtVerses: true },
    });

    await fixture.start();
    await advance(60_000);
    expect(fixture.engine.getState().status).toBe("waiting-for-play");
    fixture.engine.play();
    await advance(100);

    expect(fixture.synthesis.spoken).toEqual([]);
    expect(fixture.engine.getState().notice).toBeNull();
  });

  test("Arabic that may be a verse is not spoken", async () => {
    const fixture = setUp({ documents: [["He said: قال الشيخ في كتابه الكبير."]], verses: null });

    await fixture.start();
    await playToEnd(fixture);
    expect(fixture.synthesis.spokenTexts.join(" ")).toBe("He said:");

    const book = setUp({ language: "ar", documents: [["قال الشيخ في كتابه الكبير."]], verses: null });
    await book.start();
    await advance(100);
    expect(book.engine.getState()).toMatchObject({ status: "paused", playbackError: { kind: "unchecked" } });
    expect(book.synthesis.spoken).toEqual([]);
  });
});
