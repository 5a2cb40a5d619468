import type { Seconds } from "#shared/api/schemas.ts";
import type { AudioPart } from "#shared/positions/audio-share.ts";
import { SentenceId } from "#shared/positions/position.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import type { Player } from "#client/features/player/engine/player-instance.ts";
import { getDuration } from "#client/features/player/engine/timeline.ts";
import { showPlayer } from "#client/features/player/player-visibility.ts";
import { positionTracker } from "#client/features/positions/position-tracker.ts";
import { adjacentPosition, getAdjacentSentences } from "#client/features/read-along/adjacent-sentences.ts";
import {
  approximateAudioPosition,
  approximateTextPosition,
} from "#client/features/read-along/approximate-position.ts";
import { type AudioLocation, toAudioPosition } from "#client/features/read-along/audio-position.ts";
import { combinePositions } from "#client/features/read-along/combine-positions.ts";
import { findOverlayMark } from "#client/features/read-along/overlay-marks.ts";
import { PlaybackSync } from "#client/features/read-along/playback-sync.ts";
import { PausedReading } from "#client/features/read-along/resume-from-page.ts";
import type { ReadAlongOverlay } from "#client/features/read-along/use-overlay.ts";
import type { ReadAlongMap } from "#client/features/read-along/use-sync-map.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import { markName } from "#client/features/reader/engine/position/overlay-mark-id.ts";
import { sentenceAtPoint } from "#client/features/reader/engine/position/sentence-at-point.ts";
import { SentenceView } from "#client/features/reader/engine/position/sentence-view.ts";
import {
  type ExtensionCommand,
  getExtensionCommand,
} from "#client/features/reader/input/playback-shortcuts.ts";
import type { ReaderExtension } from "#client/features/reader/reader-extension.ts";
import { createAudioAdapter } from "./audio-adapter.ts";
import { createPageAdapter } from "./page-adapter.ts";

export type ReadAlongMode = "sound" | "page" | "page alone";

export interface Latest {
  readonly map: ReadAlongMap;
  readonly overlay: ReadAlongOverlay;
  readonly lead: ReadAlongMode;
}

export class ReadAlongSession implements ReaderExtension {
  readonly #player: Player;
  readonly #ebook: Ebook;
  readonly #sound: ReturnType<typeof createAudioAdapter>;
  readonly #latest: () => Latest;
  readonly #onConductor: (conductor: PlaybackSync | null) => void;
  readonly #silence = new PausedReading();
  #wasPlaying = false;
  #reader: ReaderEngine | null = null;
  #sentences: SentenceView | null = null;
  #pages: ReturnType<typeof createPageAdapter> | null = null;
  #conductor: PlaybackSync | null = null;

  constructor(
    player: Player,
    ebook: Ebook,
    latest: () => Latest,
    onConductor: (conductor: PlaybackSync | null) => void,
  ) {
    this.#player = player;
    this.#ebook = ebook;
    this.#sound = createAudioAdapter(player, ebook.bookId);
    this.#latest = latest;
    this.#onConductor = onConductor;
  }

  readonly accompany = (reader: ReaderEngine): (() => void) => {
    const { settings } = this.#player;
    this.#reader = reader;
    const sentences = new SentenceView(reader.viewed);
    this.#sentences = sentences;
    this.#pages = createPageAdapter(
      reader,
      sentences,
      (chapterNumber) => this.#placeOf(chapterNumber),
      () => this.#latest().overlay,
    );
    const conductor = new PlaybackSync(
      this.#sound,
      this.#pages,
      {
        sentencesOf: (chapterNumber) => this.#map.find(chapterNumber),
        findMark: (chapterNumber, time) => this.#findMark(chapterNumber, time),
      },
      () => settings.getState().syncOffsetMs,
    );
    this.#conductor = conductor;
    this.#letLead(conductor);
    const stops = [
      reader.attachPageTurner(sentences),
      this.#sound.onChange(this.#onSound),
      conductor.start(),
      settings.subscribe(conductor.look),
    ];
    this.#onConductor(conductor);
    return () => {
      for (const stop of stops) stop();
      const page = this.#pageToGoOnFrom();
      if (page) this.#sound.place(page);
      this.#conductor = null;
      this.#onConductor(null);
    };
  };

  readonly onMove: ReaderExtension["onMove"] = (cause) => {
    this.#pages?.atRest();
    // Using the table of contents also moves the audio, as the EPUB specification requires; turning a page
    // does not.
    if (cause === "jump" && this.#sound.moment()?.isPlaying) this.readPageAloud();
    else if (cause === "turn" || cause === "jump") {
      this.#conductor?.leafed();
      this.#readOn();
    } else this.#conductor?.look();
  };

  readonly onManual = (): void => {
    this.#pages?.inProgress();
    this.#conductor?.leafed();
  };

  readonly onTap: ReaderExtension["onTap"] = ({ click }) => {
    const sentence = click && sentenceAtPoint(click);
    if (sentence) this.#hear(this.#markSpot(click) ?? this.#spotOf(sentence));
    return sentence !== null;
  };

  readonly onPress: ReaderExtension["onPress"] = (press) => {
    const act = getExtensionCommand(press);
    if (act) this.#perform(act);
    return act !== null;
  };

  /** Plays from the first sentence that starts on the page. */
  readonly readPageAloud = (): void => this.#hear(this.#pageSpot());

  readonly step = (direction: 1 | -1): void => {
    const playbackMoment = this.#sound.moment();
    const chapters = this.#parts.map(({ chapterNumber }) => {
      const sentences = this.#map.find(chapterNumber) ?? [];
      return {
        chapterNumber,
        steps: getAdjacentSentences(sentences, this.#latest().overlay.marksOf(chapterNumber)),
      };
    });
    const audioSpot = playbackMoment && adjacentPosition(playbackMoment, chapters, direction);
    if (!audioSpot) return;
    this.#sound.goTo(audioSpot);
    this.#conductor?.followAgain();
  };

  /**
   * Reports one position for the text and the audio of this book.
   *
   * @returns a function that stops
   */
  completePositions(): () => void {
    return positionTracker().complete(this.#ebook.bookId, (place) =>
      combinePositions(place, {
        chapters: this.#map.chapters ?? [],
        parts: this.#parts,
        isPlaying: this.#sound.moment()?.isPlaying ?? false,
      }),
    );
  }

  #letLead(conductor: PlaybackSync): void {
    const { lead } = this.#latest();
    if (lead === "page") conductor.savePage(() => this.#readOn());
    if (lead !== "page alone") return;
    conductor.leafed();
    this.#readOn();
  }

  #perform(act: ExtensionCommand): void {
    if (act === "toggle") this.#player.engine.toggle();
    else if (act === "followAgain") this.#conductor?.followAgain();
    else if (act === "hearPage") this.readPageAloud();
    else this.step(act === "nextSentence" ? 1 : -1);
  }

  readonly #onSound = (): void => {
    const isPlaying = this.#sound.moment()?.isPlaying ?? false;
    const page = isPlaying && !this.#wasPlaying ? this.#pageToGoOnFrom(true) : null;
    if (isPlaying) this.#silence.end();
    this.#wasPlaying = isPlaying;
    // After a play request has been handled.
    if (page) queueMicrotask(() => this.#hear(page));
  };

  #readOn(): void {
    const playbackMoment = this.#sound.moment();
    if (playbackMoment && !playbackMoment.isPlaying) this.#silence.readOn(playbackMoment, this.#pageSpot());
  }

  #pageToGoOnFrom(isPlaying = false): AudioLocation | null {
    const playbackMoment = this.#sound.moment();
    const isApart = this.#conductor?.getState().mode === "free";
    return playbackMoment && isApart && playbackMoment.isPlaying === isPlaying
      ? this.#silence.pageFor(playbackMoment)
      : null;
  }

  #hear(audioSpot: AudioLocation | null): void {
    if (!audioSpot) return;
    this.#silence.end();
    this.#sound.playFrom(audioSpot);
    showPlayer();
    this.#conductor?.followAgain();
  }

  #findMark(chapterNumber: number, time: Seconds) {
    const marks = this.#latest().overlay.marksOf(chapterNumber);
    if (marks.length === 0) return undefined;
    const found = findOverlayMark(time, marks);
    return found && { target: markName(found.mark[0], found.mark[1]), share: found.share };
  }

  /** Null outside of the loaded chapter. */
  #markSpot({ target }: MouseEvent): AudioLocation | null {
    const chapterNumber = this.#sound.moment()?.chapterNumber;
    const marks = chapterNumber === undefined ? [] : this.#latest().overlay.marksOf(chapterNumber);
    const hit = marks.find(
      ([spineIndex, id]) =>
        id !== "" &&
        spineIndex === this.#shownIndex &&
        (target as Element | null)?.closest(`#${CSS.escape(id)}`),
    );
    return hit && chapterNumber !== undefined ? { chapterNumber, time: hit[2] } : null;
  }

  get #shownIndex(): number | undefined {
    const section = this.#reader?.location?.section;
    return section === undefined ? undefined : this.#reader?.bearings.sections[section]?.item.index;
  }

  #placeOf(chapterNumber: number) {
    const { chapters } = this.#map;
    if (!chapters) return null;
    const chapter = chapters.find((each) => each.chapterNumber === chapterNumber) ?? null;
    return { chapter, span: approximateTextPosition(chapterNumber, this.#parts, this.#ebook.spine) };
  }

  #pageSpot(): AudioLocation | null {
    const first = this.#reader?.location?.sentence;
    return first ? this.#spotOf(this.#sentences?.firstFrom(first) ?? first) : this.#aboutPage();
  }

  #spotOf(sentence: string): AudioLocation | null {
    const id = SentenceId.safeParse(sentence).data;
    return id ? (toAudioPosition(id, this.#map.chapters ?? []) ?? this.#aboutPage()) : null;
  }

  #aboutPage(): AudioLocation | null {
    const fraction = this.#reader?.location?.fraction;
    return fraction === undefined ? null : approximateAudioPosition(fraction, this.#parts, this.#ebook.spine);
  }

  get #map(): ReadAlongMap {
    return this.#latest().map;
  }

  get #parts(): AudioPart[] {
    const chapters = this.#player.engine.getState().playlist?.chapters ?? [];
    return chapters.map((chapter) => ({
      chapterNumber: chapter.chapterNumber,
      duration: getDuration(chapter),
    }));
  }
}
