import type { BookId } from "#shared/books/book.ts";
import type { Player } from "#client/features/player/engine/player-instance.ts";
import { getDuration } from "#client/features/player/engine/timeline.ts";
import type { AudioLocation } from "#client/features/read-along/audio-position.ts";
import type { PlaybackMoment, ReadAlongAudio } from "#client/features/read-along/playback-sync.ts";

export interface BookAudio extends ReadAlongAudio {
  /** Plays from a time. */
  readonly playFrom: (audioSpot: AudioLocation) => void;
  readonly place: (audioSpot: AudioLocation) => void;
  /** Seeks; keeps playing if it was. */
  readonly goTo: (audioSpot: AudioLocation) => void;
}

export function createAudioAdapter({ engine }: Player, bookId: BookId): BookAudio {
  const spotIn = ({ chapterNumber, time }: AudioLocation) => {
    const chapters = engine.getState().playlist?.chapters ?? [];
    return { index: chapters.findIndex((chapter) => chapter.chapterNumber === chapterNumber), time };
  };
  return {
    moment: (): PlaybackMoment | null => {
      const { track, playlist, chapterIndex, isPlaying, rate } = engine.getState();
      const chapter = playlist?.chapters[chapterIndex];
      if (track?.bookId !== bookId || !chapter) return null;
      const { chapterNumber } = chapter;
      return { chapterNumber, time: engine.now(), chapterEnd: getDuration(chapter), isPlaying, rate };
    },
    onChange: (listener) => engine.subscribe(listener),
    playFrom: (audioSpot) => {
      const found = spotIn(audioSpot);
      if (found.index >= 0) engine.playFrom(found);
    },
    place: (audioSpot) => {
      const found = spotIn(audioSpot);
      if (found.index >= 0) engine.place(found);
    },
    goTo: (audioSpot) => {
      const { index, time } = spotIn(audioSpot);
      if (index < 0) return;
      if (index === engine.getState().chapterIndex) engine.seek(time);
      else engine.goTo(index, time);
    },
  };
}
