import type { Seconds } from "#shared/api/schemas.ts";
import type { AudioPart } from "#shared/positions/audio-fraction.ts";
import { SentenceId } from "#shared/positions/position.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { getDuration, type Player, showPlayer } from "#client/features/player/index.ts";
import { getPositionTracker } from "#client/features/positions/index.ts";
import {
  findAdjacentPosition,
  getAdjacentSentences,
} from "#client/features/read-along/adjacent-sentences.ts";
import {
  approximateAudioPosition,
  approximateTextPosition,
} from "#client/features/read-along/approximate-position.ts";
import { type AudioLocation, toAudioPosition } from "#client/features/read-along/audio-position.ts";
import { combinePositions } from "#client/features/read-along/combine-positions.ts";
import { findOverlayMark } from "#client/features/read-along/overlay-marks.ts";
import { PausedReading } from "#client/features/read-along/paused-reading.ts";
import { PlaybackSync } from "#client/features/read-along/playback-sync.ts";
import type { ReadAlongOverlay } from "#client/features/read-along/use-overlay.ts";
import type { ReadAlongMap } from "#client/features/read-along/use-sync-map.ts";
import {
  type ExtensionCommand,
  findSentenceAtPoint,
  getExtensionCommand,
  type ReaderEngine,
  type ReaderExtension,
  SentenceView,
  toMarkId,
} from "#client/features/reader/index.ts";
import { createAudioAdapter } from "./audio-adapter.ts";
import { createPageAdapter } from "./page-adapter.ts";

export type ReadAlongMode = "audio" | "page" | "page-only";

export interface ReadAlongInput {
  readonly map: ReadAlongMap;
  readonly overlay: ReadAlongOverlay;
  readonly mode: ReadAlongMode;
}

export class ReadAlongSession implements ReaderExtension {
  readonly #player: Player;
  readonly #ebook: Ebook;
  readonly #audio: ReturnType<typeof createAudioAdapter>;
  readonly #getInput: () => ReadAlongInput;
  readonly #onSync: (sync: PlaybackSync | null) => void;
  readonly #pausedReading = new PausedReading();
  #wasPlaying = false;
  #reader: ReaderEngine | null = null;
  #sentences: SentenceView | null = null;
  #pages: ReturnType<typeof createPageAdapter> | null = null;
  #sync: PlaybackSync | null = null;

  constructor(
    player: Player,
    ebook: Ebook,
    getInput: () => ReadAlongInput,
    onSync: (sync: PlaybackSync | null) => void,
  ) {
    this.#player = player;
    this.#ebook = ebook;
    this.#audio = createAudioAdapter(player, ebook.bookId);
    this.#getInput = getInput;
    this.#onSync = onSync;
  }

  readonly attach = (reader: ReaderEngine): (() => void) => {
    const { settings } = this.#player;
    this.#reader = reader;
    const sentences = new SentenceView(reader.view);
    this.#sentences = sentences;
    this.#pages = createPageAdapter(
      reader,
      sentences,
      (chapterNumber) => this.#getChapterPosition(chapterNumber),
      () => this.#getInput().overlay,
    );
    const sync = new PlaybackSync(
      this.#audio,
      this.#pages,
      {
        findSentences: (chapterNumber) => this.#map.find(chapterNumber),
        findMark: (chapterNumber, time) => this.#findMark(chapterNumber, time),
      },
      () => settings.getState().syncOffsetMs,
    );
    this.#sync = sync;
    this.#applyMode(sync);
    const cleanups = [
      reader.attachPageTurner(sentences),
      this.#audio.onChange(this.#onPlaybackChange),
      sync.start(),
      settings.subscribe(sync.scheduleUpdate),
    ];
    this.#onSync(sync);
    return () => {
      for (const cleanUp of cleanups) cleanUp();
      const page = this.#getResumePage();
      if (page) this.#audio.setPosition(page);
      this.#sync = null;
      this.#onSync(null);
    };
  };

  readonly onMove: ReaderExtension["onMove"] = (cause) => {
    this.#pages?.onSettled();
    // Using the table of contents also moves the audio, as the EPUB specification requires; turning a page
    // does not.
    if (cause === "jump" && this.#audio.getPlayback()?.isPlaying) this.readPageAloud();
    else if (cause === "turn" || cause === "jump") {
      this.#sync?.onPageTurn();
      this.#rememberPage();
    } else this.#sync?.scheduleUpdate();
  };

  readonly onManual = (): void => {
    this.#pages?.onTouch();
    this.#sync?.onPageTurn();
  };

  readonly onTap: ReaderExtension["onTap"] = ({ click }) => {
    const sentence = click && findSentenceAtPoint(click);
    if (sentence) this.#playFrom(this.#findMarkPosition(click) ?? this.#getSentencePosition(sentence));
    return sentence !== null;
  };

  readonly onPress: ReaderExtension["onPress"] = (press) => {
    const command = getExtensionCommand(press);
    if (command) this.#perform(command);
    return command !== null;
  };

  /** Plays from the first sentence that starts on the page. */
  readonly readPageAloud = (): void => this.#playFrom(this.#getPagePosition());

  readonly playFrom = (sentence: SentenceId): void => this.#playFrom(this.#getSentencePosition(sentence));

  readonly step = (direction: 1 | -1): void => {
    const playback = this.#audio.getPlayback();
    const chapters = this.#parts.map(({ chapterNumber }) => {
      const sentences = this.#map.find(chapterNumber) ?? [];
      return {
        chapterNumber,
        steps: getAdjacentSentences(sentences, this.#getInput().overlay.getMarks(chapterNumber)),
      };
    });
    const position = playback && findAdjacentPosition(playback, chapters, direction);
    if (!position) return;
    this.#audio.goTo(position);
    this.#sync?.resumeFollowing();
  };

  /**
   * Reports one position for the text and the audio of this book.
   *
   * @returns a function that stops
   */
  completePositions(): () => void {
    return getPositionTracker().setResolver(this.#ebook.bookId, (locator) =>
      combinePositions(locator, {
        chapters: this.#map.chapters ?? [],
        parts: this.#parts,
        isPlaying: this.#audio.getPlayback()?.isPlaying ?? false,
      }),
    );
  }

  #applyMode(sync: PlaybackSync): void {
    const { mode } = this.#getInput();
    if (mode === "page") sync.preserveOpenPage(() => this.#rememberPage());
    if (mode !== "page-only") return;
    sync.onPageTurn();
    this.#rememberPage();
  }

  #perform(command: ExtensionCommand): void {
    if (command === "toggle") this.#player.engine.toggle();
    else if (command === "followAgain") this.#sync?.resumeFollowing();
    else if (command === "playPage") this.readPageAloud();
    else this.step(command === "nextSentence" ? 1 : -1);
  }

  readonly #onPlaybackChange = (): void => {
    const isPlaying = this.#audio.getPlayback()?.isPlaying ?? false;
    const page = isPlaying && !this.#wasPlaying ? this.#getResumePage(true) : null;
    if (isPlaying) this.#pausedReading.clear();
    this.#wasPlaying = isPlaying;
    // After a play request has been handled.
    if (page) queueMicrotask(() => this.#playFrom(page));
  };

  #rememberPage(): void {
    const playback = this.#audio.getPlayback();
    if (playback && !playback.isPlaying) this.#pausedReading.store(playback, this.#getPagePosition());
  }

  #getResumePage(isPlaying = false): AudioLocation | null {
    const playback = this.#audio.getPlayback();
    const isDetached = this.#sync?.getState().mode === "free";
    return playback && isDetached && playback.isPlaying === isPlaying
      ? this.#pausedReading.getPage(playback)
      : null;
  }

  #playFrom(position: AudioLocation | null): void {
    if (!position) return;
    this.#pausedReading.clear();
    this.#audio.playFrom(position);
    showPlayer();
    this.#sync?.resumeFollowing();
  }

  #findMark(chapterNumber: number, time: Seconds) {
    const marks = this.#getInput().overlay.getMarks(chapterNumber);
    if (marks.length === 0) return undefined;
    const found = findOverlayMark(time, marks);
    return found && { target: toMarkId(found.mark[0], found.mark[1]), fraction: found.fraction };
  }

  /** Null outside of the loaded chapter. */
  #findMarkPosition({ target }: MouseEvent): AudioLocation | null {
    const chapterNumber = this.#audio.getPlayback()?.chapterNumber;
    const marks = chapterNumber === undefined ? [] : this.#getInput().overlay.getMarks(chapterNumber);
    const hit = marks.find(
      ([spineIndex, id]) =>
        id !== "" &&
        spineIndex === this.#visibleSpineIndex &&
        (target as Element | null)?.closest(`#${CSS.escape(id)}`),
    );
    return hit && chapterNumber !== undefined ? { chapterNumber, time: hit[2] } : null;
  }

  get #visibleSpineIndex(): number | undefined {
    const section = this.#reader?.location?.section;
    return section === undefined ? undefined : this.#reader?.structure.sections[section]?.item.index;
  }

  #getChapterPosition(chapterNumber: number) {
    const { chapters } = this.#map;
    if (!chapters) return null;
    const chapter = chapters.find((each) => each.chapterNumber === chapterNumber) ?? null;
    return { chapter, span: approximateTextPosition(chapterNumber, this.#parts, this.#ebook.spine) };
  }

  #getPagePosition(): AudioLocation | null {
    const first = this.#reader?.location?.sentence;
    return first
      ? this.#getSentencePosition(this.#sentences?.findFirstFrom(first) ?? first)
      : this.#approximatePagePosition();
  }

  #getSentencePosition(sentence: string): AudioLocation | null {
    const id = SentenceId.safeParse(sentence).data;
    return id ? (toAudioPosition(id, this.#map.chapters ?? []) ?? this.#approximatePagePosition()) : null;
  }

  #approximatePagePosition(): AudioLocation | null {
    const fraction = this.#reader?.location?.fraction;
    return fraction === undefined ? null : approximateAudioPosition(fraction, this.#parts, this.#ebook.spine);
  }

  get #map(): ReadAlongMap {
    return this.#getInput().map;
  }

  get #parts(): AudioPart[] {
    const chapters = this.#player.engine.getState().playlist?.chapters ?? [];
    return chapters.map((chapter) => ({
      chapterNumber: chapter.chapterNumber,
      duration: getDuration(chapter),
    }));
  }
}
