import { expect, test } from "vitest";
import { makeRecording } from "#client/testing/factories.ts";
import { chooseRecording } from "./recordings.ts";

const [first, second, fajr, takbir] = [
  makeRecording(1),
  makeRecording(2),
  makeRecording(3, { isFajr: true }),
  makeRecording(4, { kind: "takbir" }),
] as const;
const all = [first, second, fajr, takbir];

test("a prayer uses the chosen recording or the site's first", () => {
  expect(chooseRecording({ prayer: "asr", sound: "athan", recordingId: second.id }, all)).toBe(second);
  expect(chooseRecording({ prayer: "asr", sound: "athan", recordingId: null }, all)).toBe(first);
  expect(chooseRecording({ prayer: "friday", sound: "takbir", recordingId: null }, all)).toBe(takbir);
  expect(chooseRecording({ prayer: "asr", sound: "athan", recordingId: makeRecording(9).id }, all)).toBe(
    first,
  );
  expect(chooseRecording({ prayer: "asr", sound: "athan", recordingId: takbir.id }, all)).toBe(first);
});

test("Fajr has its own recordings", () => {
  expect(chooseRecording({ prayer: "fajr", sound: "athan", recordingId: null }, all)).toBe(fajr);
  expect(chooseRecording({ prayer: "fajr", sound: "athan", recordingId: first.id }, all)).toBe(fajr);
  expect(chooseRecording({ prayer: "fajr", sound: "athan", recordingId: null }, [first])).toBeNull();
  expect(chooseRecording({ prayer: "asr", sound: "athan", recordingId: fajr.id }, [fajr])).toBeNull();
});
