import type { Voice } from "#server/align/align-audio.ts";
import { type AlignedChapter, alignChapter } from "#server/align/chapter.ts";
import { createUnclearChapter, findLowConfidence } from "#server/align/low-confidence.ts";
import { checkDurations } from "./check-durations.ts";
import { type AudibleChapter, decodeChapters, decodeSpan } from "./ffmpeg.ts";
import { findStartSentence } from "./find-start-sentence.ts";
import { type ReferenceText, synthesizeText } from "./synthesize-text.ts";
import {
  AlignmentRejectedError,
  type AlignProgress,
  type AlignTask,
  type AudioChapter,
  type FoundAudioChapter,
} from "./task.ts";
import { markUnnarrated } from "./unnarrated-sentences.ts";

export interface ProgressReporter {
  readonly onProgress: (progress: AlignProgress) => void;
  readonly onDecoder: (pid: number | null) => void;
}

/** Below this share of matched speech, text and audio are different books. */
const minShare = 0.3;
const minChapterShare = 0.25;
const minVoiceShare = 0.5;
/** Seconds of speech without a match after which the alignment stops. */
const rejection = { speech: 1_800, fraction: 0.05 };
const minSpeech = 3;
/** The share of the progress for synthesizing the text. */
const synthesisShare = 0.15;

/** @throws {AlignmentRejectedError} with the reason */
export async function alignBook(
  task: AlignTask,
  reporter: ProgressReporter,
): Promise<readonly FoundAudioChapter[]> {
  checkDurations(task);
  const referenceText = await synthesizeText(task, (fraction) =>
    reporter.onProgress({ stage: "synthesizing", progress: synthesisShare * fraction, chaptersDone: 0 }),
  );
  const startSentence = await findStartSentence(task, referenceText.text, (span) =>
    decodeSpan(task.programs.ffmpeg, span.file, span, reporter.onDecoder),
  );
  const found = await new BookAligner(task, referenceText, reporter, startSentence).alignAll();
  return markUnnarrated(found, task);
}

class BookAligner {
  readonly #task: AlignTask;
  readonly #spoken: ReferenceText;
  readonly #reporter: ProgressReporter;
  readonly #firstSentences: ReadonlyMap<number, number>;
  readonly #totalSeconds: number;
  #processedSeconds = 0;
  #speech = 0;
  #matched = 0;
  #expectedSentence: number;
  #voice: Voice | null = null;
  readonly #found: FoundAudioChapter[] = [];

  constructor(
    task: AlignTask,
    referenceText: ReferenceText,
    reporter: ProgressReporter,
    startSentence: number,
  ) {
    this.#task = task;
    this.#spoken = referenceText;
    this.#reporter = reporter;
    this.#expectedSentence = startSentence;
    this.#firstSentences = new Map(task.firstSentences);
    const chapters = task.files
      .flatMap((file) => file.chapters)
      .filter(({ number }) => this.#isRequested(number));
    this.#totalSeconds = chapters.reduce((sum, { start, end }) => sum + end - start, 0);
  }

  async alignAll(): Promise<readonly FoundAudioChapter[]> {
    const { files, programs, requested } = this.#task;
    this.#reportProgress();
    for (const file of files) {
      if (!file.chapters.some(({ number }) => this.#isRequested(number))) continue;
      const result = decodeChapters(
        programs.ffmpeg,
        file,
        ({ number }) => this.#isRequested(number),
        this.#reporter.onDecoder,
      );
      for await (const chapter of result) this.#align(chapter);
    }
    if (requested === null) this.#rejectUnrelatedAudio();
    return this.#found;
  }

  #isRequested(number: number): boolean {
    return this.#task.requested?.includes(number) ?? true;
  }

  #align({ chapter, features }: AudibleChapter): void {
    const anchors = this.#task.anchors.filter(({ chapter: number }) => number === chapter.number);
    const likely = this.#firstSentences.get(chapter.number) ?? this.#expectedSentence;
    const { partStarts } = this.#task;
    const aligned = alignChapter({
      text: this.#spoken.text,
      features,
      partStarts,
      anchors,
      voice: this.#voice,
      expectedSentence: Math.min(likely, this.#spoken.text.offsets.length - 2),
    });
    const isMatched = aligned.matchedFraction >= minChapterShare || anchors.length > 0;
    this.#addChapter(isMatched ? aligned : { ...aligned, found: [], unknown: [] }, chapter);
    this.#processedSeconds += chapter.end - chapter.start;
    this.#reportProgress();
    const isOtherBook = this.#speech > rejection.speech && this.#matched < this.#speech * rejection.fraction;
    if (isOtherBook && this.#task.requested === null) throw new AlignmentRejectedError("not-the-same");
  }

  #addChapter(aligned: AlignedChapter, { number, start, end }: AudioChapter): void {
    const { matchedFraction, speech, voice, found } = aligned;
    this.#speech += speech;
    this.#matched += speech * matchedFraction;
    if (matchedFraction >= minVoiceShare && voice) this.#voice = voice;
    const last = found.at(-1);
    if (last) this.#expectedSentence = last.sentence + 1;
    const { sentences, uncertainties } = findLowConfidence(aligned, {
      getLength: (sentence) => this.#task.sentences[sentence]?.length ?? 1,
      isUnspoken: this.#spoken.isUnspoken,
    });
    const isUnmatched = sentences.length === 0 && uncertainties.length === 0 && speech >= minSpeech;
    this.#found.push({
      number,
      sentences,
      uncertainties: isUnmatched ? [createUnclearChapter(end - start)] : uncertainties,
      matchedFraction,
    });
  }

  #rejectUnrelatedAudio(): void {
    if (this.#speech < minSpeech) throw new AlignmentRejectedError("no-speech");
    if (this.#matched < this.#speech * minShare) throw new AlignmentRejectedError("not-the-same");
  }

  #reportProgress(): void {
    const progress =
      synthesisShare + ((1 - synthesisShare) * this.#processedSeconds) / Math.max(1, this.#totalSeconds);
    this.#reporter.onProgress({
      stage: "aligning",
      progress: Math.min(0.99, progress),
      chaptersDone: this.#found.length,
    });
  }
}
