import { bands } from "#server/align/mel.ts";
import { joinSentences, type SpokenText } from "#server/align/spoken-text.ts";
import { Espeak } from "./espeak.ts";
import { ReferenceSpeech } from "./reference-speech.ts";
import { AlignmentRejectedError, type AlignTask } from "./task.ts";

export interface ReferenceText {
  readonly text: SpokenText;
  readonly isUnspoken: (sentence: number) => boolean;
}

const minSentences = 2;
const progressInterval = 50;

/**
 * @param onProgress the share of sentences that are spoken
 * @throws {AlignmentRejectedError} when the text has no speech, or its language no voice
 */
export async function synthesizeText(
  { sentences, partStarts, language, programs, speechFolder }: AlignTask,
  onProgress: (fraction: number) => void,
): Promise<ReferenceText> {
  const speech = new ReferenceSpeech(speechFolder, new Espeak(programs["espeak-ng"], language));
  const spokenSentences: Uint8Array[] = [];
  const unspoken = new Set<number>();
  const bounds = [0, ...partStarts.filter((start) => start > 0), sentences.length];
  for (let part = 0; part + 1 < bounds.length; part++) {
    const [from = 0, to] = bounds.slice(part, part + 2);
    let count = from;
    const parts = await speech.speak(sentences.slice(from, to), () => {
      if (count++ % progressInterval === 0) onProgress(count / sentences.length);
    });
    for (const frames of parts) {
      if (!frames) unspoken.add(spokenSentences.length);
      spokenSentences.push(frames ?? new Uint8Array(bands));
    }
  }
  if (sentences.length - unspoken.size < minSentences) throw new AlignmentRejectedError("no-text");
  return { text: joinSentences(spokenSentences), isUnspoken: (sentence) => unspoken.has(sentence) };
}
