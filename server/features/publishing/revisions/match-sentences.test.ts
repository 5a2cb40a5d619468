import { describe, expect, test } from "vitest";
import { SentenceId } from "#shared/positions/position.ts";
import { matchSentences } from "./match-sentences.ts";

const toSentenceId = (text: string) => SentenceId.parse(text);
const makeDocuments = (...documents: string[][]) =>
  documents.map((sentences, spineIndex) => ({ spineIndex, sentences }));

const getMatch = (before: string[][], after: string[][], sentence: string) =>
  matchSentences(makeDocuments(...before), makeDocuments(...after)).get(toSentenceId(sentence));

describe("sentences of a revised text", () => {
  test("match when a document and sentences are inserted before them", () => {
    const before = [
      ["one two", "three four"],
      ["five six", "and so", "seven eight", "and so"],
    ];
    const after = [
      ["a preface"],
      ["one two", "three four"],
      ["new", "five six", "and so", "seven eight", "and so"],
    ];
    expect(getMatch(before, after, "s0-1")).toEqual({ to: "s1-1", isSame: true });
    expect(getMatch(before, after, "s1-1")).toEqual({ to: "s2-2", isSame: true });
    expect(getMatch(before, after, "s1-3")).toEqual({ to: "s2-4", isSame: true });
  });

  test("match after a small correction, and not after a rewrite", () => {
    const before = [["first", "the lamp was teh brightest", "middle", "an old remark", "last"]];
    const after = [["first", "the lamp was the brightest", "middle", "something else entirely", "last"]];
    expect(getMatch(before, after, "s0-1")).toEqual({ to: "s0-1", isSame: true });
    expect(getMatch(before, after, "s0-3")).toEqual({ to: "s0-3", isSame: false });
  });

  test("map to the sentence after the last match when deleted", () => {
    const before = [["first", "gone", "gone too", "last"]];
    expect(getMatch(before, [["first", "last"]], "s0-2")).toEqual({ to: "s0-1", isSame: false });
    expect(getMatch(before, [["first"]], "s0-3")).toEqual({ to: "s0-0", isSame: false });
  });

  test("match where they were moved", () => {
    const parts = ["the first part", "the second part", "the third part"].map((part) => [
      `${part} begins like this`,
      `${part} ends like this`,
    ]);
    const [one = [], two = [], three = []] = parts;
    expect(getMatch(parts, [three, one, two], "s2-1")).toEqual({ to: "s0-1", isSame: true });
    expect(getMatch(parts, [three, one, two], "s0-0")).toEqual({ to: "s1-0", isSame: true });
  });

  test("are not confused by numbered headings when a chapter is inserted", () => {
    const before = [
      ["chapter 1", "the story begins here"],
      ["chapter 2", "and goes on like this"],
    ];
    const after = [
      ["chapter 1", "a preface that is new"],
      ["chapter 2", "the story begins here"],
      ["chapter 3", "and goes on like this"],
    ];
    expect(getMatch(before, after, "s0-1")?.to).toBe("s1-1");
    expect(getMatch(before, after, "s1-0")?.to).toBe("s2-0");
    expect(getMatch(before, after, "s1-1")?.to).toBe("s2-1");
  });

  test("match in a text of 20,000 sentences with repetitions", () => {
    const many = Array.from({ length: 20_000 }, (_, n) => (n % 7 === 0 ? "and he said" : `sentence ${n}`));
    const after = [...many.slice(0, 5_000), "inserted", ...many.slice(5_001)];
    expect(getMatch([many], [after], "s0-19999")?.to).toBe("s0-19999");
    expect(matchSentences(makeDocuments(many), []).size).toBe(0);
  });
});
