import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFakeVoice, FakeSynthesis } from "#client/testing/fake-synthesis.ts";
import { getFirstChunkLength } from "./split-utterance.ts";
import type { Synthesis } from "./utterance-player.ts";
import { groupVoices, Voices } from "./voices.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const getVoices = (...input: Parameters<typeof createFakeVoice>[0][]) =>
  new Voices(new FakeSynthesis(input.map(createFakeVoice)) as unknown as Synthesis);

describe("the reading voice", () => {
  const deviceVoices = [
    { lang: "en-US", name: "Zarvox" },
    { lang: "en-US", name: "Plain" },
    { lang: "en_GB", name: "British" },
    { lang: "en-US", name: "Samantha (Premium)" },
    { lang: "ar-EG", name: "Laila" },
  ];

  test.each([
    ["en-GB", "British"],
    ["en", "Samantha (Premium)"],
    ["ar", "Laila"],
    ["ar-SA", "Laila"],
  ])("is the best for %s", (language, name) => {
    expect(getVoices(...deviceVoices).pick(language, undefined)?.name).toBe(name);
  });

  test("is the chosen one while available", () => {
    expect(getVoices(...deviceVoices).pick("en-GB", "Zarvox")?.name).toBe("Zarvox");
    expect(getVoices(...deviceVoices).pick("en-GB", "Gone")?.name).toBe("British");
  });

  test("is null for a language without voices", () => {
    expect(getVoices(...deviceVoices).pick("tr", undefined)).toBeNull();
  });

  test("changes after a failure, until all are retried", () => {
    const voices = getVoices(...deviceVoices);
    const first = voices.pick("ar", undefined);
    if (first) voices.markFailed(first);

    expect(voices.pick("ar", undefined)).toBeNull();
    voices.resetFailures();
    expect(voices.pick("ar", undefined)?.name).toBe("Laila");
  });

  test("may appear without an event", async () => {
    const synthesis = new FakeSynthesis();
    const voices = new Voices(synthesis as unknown as Synthesis);
    const result = vi.fn();
    voices.subscribe(result);
    expect(voices.isLoading).toBe(true);

    vi.spyOn(synthesis, "getVoices").mockReturnValue([createFakeVoice({ lang: "en" })]);
    await vi.advanceTimersByTimeAsync(300);

    expect(result).toHaveBeenCalledOnce();
    expect(voices.getAll()).toHaveLength(1);
  });
});

test("is listed by language, the book's languages first, and by region", () => {
  const voices = ["de-DE", "en-US", "ar-SA", "en-GB", "en-US"].map((lang, n) =>
    createFakeVoice({ lang, name: `voice ${n}` }),
  );

  const groups = groupVoices(voices, ["en", "ar"], (language) => language);

  expect(groups.map(({ language }) => language)).toEqual(["en", "ar", "de"]);
  expect(groups[0]?.regions.map(({ tag, voices: inRegion }) => [tag, inRegion.length])).toEqual([
    ["en-GB", 1],
    ["en-US", 2],
  ]);
});

describe("an utterance", () => {
  const splitParts = (text: string, max: number) => {
    const found: string[] = [];
    for (let rest = text; rest !== ""; rest = rest.slice(found.at(-1)?.length)) {
      found.push(rest.slice(0, getFirstChunkLength(rest, max)));
    }
    return found;
  };

  test("is a whole sentence when short", () => {
    expect(splitParts("He went home, and slept.", 60)).toEqual(["He went home, and slept."]);
  });

  test("ends at a pause when long", () => {
    expect(splitParts("He went home by the river; there he sat down, and slept.", 40)).toEqual([
      "He went home by the river; ",
      "there he sat down, and slept.",
    ]);
  });

  test.each([
    "one two three four five six seven eight nine ten eleven",
    "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "بِسْمِ اللَّهِ نَبْدَأُ هٰذَا الْكِتَابَ الطَّوِيلَ الَّذِي لَا يَنْتَهِي",
    "我就是这样一句一句地为你读书的，一句一句地为你读书的，一句一句地",
  ])("loses nothing: %s", (text) => {
    for (const max of [3, 10, 24, 200]) {
      const found = splitParts(text, max);
      expect(found.join("")).toBe(text);
      for (const part of found) expect(part.replace(/\p{M}/gu, "").trimEnd().length).toBeLessThanOrEqual(max);
    }
  });
});
