import type { BookId } from "#shared/books/book.ts";
import { getDuration, type Player } from "#client/features/player/index.ts";
import type { AudioLocation } from "#client/features/read-along/audio-position.ts";
import type { PlaybackState, ReadAlongAudio } from "#client/features/read-along/playback-sync.ts";

export interface BookAudio extends ReadAlongAudio {
  /** Plays from a time. */
  readonly playFrom: (position: AudioLocation) => void;
  readonly setPosition: (position: AudioLocation) => void;
  /** Seeks; keeps playing if it was. */
  readonly goTo: (position: AudioLocation) => void;
}

export function createAudioAdapter({ engine }: Player, bookId: BookId): BookAudio {
  const toTrackPosition = ({ chapterNumber, time }: AudioLocation) => {
    const chapters = engine.getState().playlist?.chapters ?? [];
    return { index: chapters.findIndex((chapter) => chapter.chapterNumber === chapterNumber), time };
  };
  return {
    getPlayback: (): PlaybackState | null => {
      const { track, playlist, chapterIndex, isPlaying, rate } = engine.getState();
      const chapter = playlist?.chapters[chapterIndex];
      if (track?.bookId !== bookId || !chapter) return null;
      const { chapterNumber } = chapter;
      return { chapterNumber, time: engine.now(), chapterEnd: getDuration(chapter), isPlaying, rate };
    },
    onChange: (listener) => engine.subscribe(listener),
    playFrom: (position) => {
      const found = toTrackPosition(position);
      if (found.index >= 0) engine.playFrom(found);
    },
    setPosition: (position) => {
      const found = toTrackPosition(position);
      if (found.index >= 0) engine.setPosition(found);
    },
    goTo: (position) => {
      const { index, time } = toTrackPosition(position);
      if (index < 0) return;
      if (index === engine.getState().chapterIndex) engine.seek(time);
      else engine.goTo(index, time);
    },
  };
}
