import { expect, test } from "vitest";
import { RecordingId } from "#shared/prayer/calls.ts";
import type { Recording } from "#shared/prayer/recordings.ts";
import { recordingFor } from "./recordings.ts";

const recording = (nth: number, given: Partial<Recording> = {}): Recording => ({
  id: RecordingId.parse(`00000000-0000-4000-8000-00000000000${nth}`),
  kind: "athan",
  isFajr: false,
  title: `Recording ${nth}`,
  licence: "By leave",
  seconds: 120,
  position: nth,
  ...given,
});
const [first, second, fajr, takbir] = [
  recording(1),
  recording(2),
  recording(3, { isFajr: true }),
  recording(4, { kind: "takbir" }),
] as const;
const all = [first, second, fajr, takbir];

test("a prayer is called with the recording that was chosen, or with the house's first", () => {
  expect(recordingFor({ prayer: "asr", sound: "athan", recordingId: second.id }, all)).toBe(second);
  expect(recordingFor({ prayer: "asr", sound: "athan", recordingId: null }, all)).toBe(first);
  expect(recordingFor({ prayer: "friday", sound: "takbir", recordingId: null }, all)).toBe(takbir);
  // It was removed, or is none of its kind.
  expect(recordingFor({ prayer: "asr", sound: "athan", recordingId: recording(9).id }, all)).toBe(first);
  expect(recordingFor({ prayer: "asr", sound: "athan", recordingId: takbir.id }, all)).toBe(first);
});

test("Fajr has its own, and no other prayer has it", () => {
  expect(recordingFor({ prayer: "fajr", sound: "athan", recordingId: null }, all)).toBe(fajr);
  expect(recordingFor({ prayer: "fajr", sound: "athan", recordingId: first.id }, all)).toBe(fajr);
  expect(recordingFor({ prayer: "fajr", sound: "athan", recordingId: null }, [first])).toBeNull();
  expect(recordingFor({ prayer: "asr", sound: "athan", recordingId: fajr.id }, [fajr])).toBeNull();
});
