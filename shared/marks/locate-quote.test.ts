import { expect, test } from "vitest";
import { SentenceId } from "#shared/positions/position.ts";
import { QuoteLocator } from "./locate-quote.ts";
import type { Quote } from "./mark.ts";

const text = new QuoteLocator([
  { spineIndex: 0, sentences: ["A title"] },
  {
    spineIndex: 2,
    sentences: [
      "The river was low, and the boats lay on the mud.",
      "He said: come tomorrow.",
      "She waited. The river was low again.",
      "وَقَالَ الرَّجُلُ إِنَّ الْعِلْمَ نُورٌ.",
    ],
  },
  { spineIndex: 3, sentences: ["He said: come tomorrow.", "And nobody came."] },
]);

const quote = (exact: string, prefix = "", suffix = ""): Quote => ({ exact, prefix, suffix });
const at = (sentence: string, offset = 0) => ({ sentence: SentenceId.parse(sentence), offset });

test("exact words are found with their points, white space not counted", () => {
  const found = text.locate(quote("the boats lay on the mud. He said:"), null);
  expect(found).toEqual({ start: at("s2-0", 18), end: at("s2-1", 7), isExact: true });
  expect(found && text.read(found.start, found.end)).toBe("the boats lay on the mud. He said:");
});

test("of several places the context decides, then the distance", () => {
  expect(text.locate(quote("The river was low", "She waited."), at("s2-0"))?.start).toEqual(at("s2-2", 10));
  expect(text.locate(quote("come tomorrow", "", ". And nobody"), at("s3-0"))?.start).toEqual(at("s3-0", 7));
  expect(text.locate(quote("come tomorrow"), at("s3-1"))?.start.sentence).toBe("s3-0");
});

test("other vowel signs, case and punctuation are found, and said to differ", () => {
  expect(text.locate(quote("إن العلم نور"), null)).toMatchObject({
    start: { sentence: "s2-3" },
    isExact: false,
  });
  const folded = text.locate(quote("ان العلم"), null);
  expect(folded && text.read(folded.start, folded.end)).toBe("إِنَّ الْعِلْمَ");
  expect(text.locate(quote("THE BOATS — lay on the mud"), null)).toMatchObject({ start: at("s2-0", 18) });
});

test("slightly changed words are found, other words are not", () => {
  const found = text.locate(quote("The river was very low, and the boats lay in the mud"), null);
  expect(found?.isExact).toBe(false);
  expect(found?.start).toEqual(at("s2-0"));
  expect(text.locate(quote("The mountain was high, and the sheep stood on rocks"), null)).toBeNull();
  expect(text.locate(quote("river boat"), null)).toBeNull();
  expect(text.locate(quote("…"), null)).toBeNull();
});
