import { describe, expect, test } from "vitest";
import { SentenceId } from "./position.ts";
import { findSentence, getDocumentFractions, getTextFraction } from "./text-fraction.ts";

const makeDocument = (index: number, wordCount: number, sentenceCount: number) => ({
  index,
  wordCount,
  sentenceCount,
});
const spine = [makeDocument(0, 0, 0), makeDocument(1, 100, 10), makeDocument(2, 300, 20)];
const toSentenceId = (id: string) => SentenceId.parse(id);

describe("a text fraction", () => {
  test("is by the words of documents", () => {
    expect(getDocumentFractions(spine, 1)).toEqual({ from: 0, to: 0.25 });
    expect(getDocumentFractions(spine, 2)).toEqual({ from: 0.25, to: 1 });
    expect(getDocumentFractions([makeDocument(0, 0, 0)], 0)).toEqual({ from: 0, to: 0 });
  });

  test.each(["s1-7", "s2-0", "s2-19"])("of %s converts back to it", (id) => {
    const fraction = getTextFraction(toSentenceId(id), spine);

    expect(findSentence({ fraction: fraction + 1e-9 }, spine)).toBe(id);
    expect(findSentence({ fraction: 0.9, sentence: toSentenceId(id) }, spine)).toBe(id);
  });

  test("of a sentence that the text does not have is the start of its document", () => {
    expect(getTextFraction(toSentenceId("s1-4"), [makeDocument(1, 100, 0)])).toBe(0);
    expect(getTextFraction(toSentenceId("s9-0"), spine)).toBe(1);
  });

  test("at the end is the last sentence, and without words the start", () => {
    expect(findSentence({ fraction: 1 }, spine)).toBe("s2-19");
    expect(findSentence({ fraction: 1 }, [makeDocument(0, 0, 0)])).toBe("s0-0");
  });
});
