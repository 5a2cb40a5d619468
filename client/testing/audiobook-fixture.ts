import { BookId } from "#shared/books/book.ts";
import type { Chapter, Playlist } from "#shared/player/contract.ts";

export const audiobookId = BookId.parse("00000000-0000-4000-8000-000000000001");

export const makeAudioChapter = (chapterNumber: number, input: Partial<Chapter> = {}): Chapter => ({
  chapterNumber,
  chapterType: "chapter",
  title: "",
  audioUrl: `/media/${chapterNumber}`,
  start: 0,
  end: 60,
  isLocked: false,
  ...input,
});

/** A book of three chapters. */
export const makePlaylistFixture = (input: Partial<Playlist> = {}): Playlist => ({
  bookId: audiobookId,
  title: "Letters from the Road",
  author: "A. Traveller",
  coverImageUrl: "/covers/1/abc-320.webp",
  direction: "ltr",
  hasEbook: false,
  hasAiVoice: false,
  chapters: [makeAudioChapter(1), makeAudioChapter(2), makeAudioChapter(3)],
  startFromChapter: 1,
  startFromTime: 0,
  isStartApproximate: false,
  audioBytes: 3_000,
  portion: "whole",
  settings: {},
  ...input,
});
