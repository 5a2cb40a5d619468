import type { QueryClient } from "@tanstack/react-query";
import { SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { SleepTimer } from "#client/features/player/index.ts";
import { createPageAdapter, PlaybackSync, type ReadAlongPages } from "#client/features/read-along/index.ts";
import {
  findChapterOfSentence,
  findSentenceAtPoint,
  getExtensionCommand,
  type ReaderEngine,
  type ReaderExtension,
  reportTextPosition,
  SentenceView,
} from "#client/features/reader/index.ts";
import { getRecorder } from "#client/features/reading-activity/index.ts";
import { recordSpeech } from "#client/features/text-to-speech/record-speech.ts";
import { SpeechEngine } from "#client/features/text-to-speech/speech-engine.ts";
import type { SpeechSettings } from "#client/features/text-to-speech/speech-state.ts";
import type { EndNotice, SpeechPosition } from "#client/features/text-to-speech/text-cursor.ts";
import { UtterancePlayer } from "#client/features/text-to-speech/utterance-player.ts";
import { Voices } from "#client/features/text-to-speech/voices.ts";
import { type AudioFocusHolder, requestAudioFocus } from "#client/lib/audio/audio-focus.ts";
import { claimAudioOutput } from "./claim-audio-output.ts";
import { createSpokenBook } from "./create-spoken-book.ts";
import { createSleepTarget } from "./sleep-timer-target.ts";
import { SpeechPositionReporter } from "./speech-position-reporter.ts";
import { WordHighlight } from "./word-highlight.ts";

export interface SpeechSessionDeps {
  readonly getSettings: () => SpeechSettings;
  /** Called when the audiobook of the same book starts. */
  readonly onClose: () => void;
  readonly onOpen: (open: OpenSpeech | null) => void;
}

/** Text-to-speech for an open book. */
export interface OpenSpeech {
  readonly engine: SpeechEngine;
  readonly sync: PlaybackSync;
  readonly voices: Voices;
  readonly sleep: SleepTimer;
  /** Reads from the first sentence that starts on the page. */
  readonly readPageAloud: () => void;
  readonly toggle: () => void;
  readonly resumeFollowing: () => void;
  readonly tryVoice: (voice: SpeechSynthesisVoice, text: string) => void;
}

const noClasses = { active: "", playing: "" } as const;

export class SpeechSession implements ReaderExtension {
  readonly #ebook: Ebook;
  readonly #client: QueryClient;
  readonly #getDeps: () => SpeechSessionDeps;
  readonly #speaker: AudioFocusHolder;
  readonly #reportedPosition: SpeechPositionReporter;
  #reader: ReaderEngine | null = null;
  #sentences: SentenceView | null = null;
  #pages: ReadAlongPages | null = null;
  #words: WordHighlight | null = null;
  #open: OpenSpeech | null = null;
  #hasTurnedPage = false;
  #isPageRequested = false;
  #ending: EndNotice | null = null;

  constructor(ebook: Ebook, client: QueryClient, getDeps: () => SpeechSessionDeps) {
    this.#ebook = ebook;
    this.#client = client;
    this.#getDeps = getDeps;
    this.#reportedPosition = new SpeechPositionReporter(
      () => this.#reader?.structure.weights,
      (locator, isDeliberate) => reportTextPosition(ebook.bookId, locator, isDeliberate),
    );
    this.#speaker = {
      stop: (bookId) => {
        if (bookId === ebook.bookId) this.#getDeps().onClose();
        else this.#open?.engine.pause();
      },
      pauseForInterruption: () => {
        const engine = this.#open?.engine;
        if (!engine?.isActive) return null;
        engine.pause();
        return () => this.#open?.engine.step(-1);
      },
    };
  }

  readonly attach = (reader: ReaderEngine): (() => void) => {
    const { speechSynthesis } = window;
    const [player, voices] = [new UtterancePlayer(speechSynthesis), new Voices(speechSynthesis)];
    const book = createSpokenBook(this.#ebook, reader.structure.sections, this.#client);
    const engine = new SpeechEngine(book, { player, voices }, () => this.#getDeps().getSettings());
    const sentences = new SentenceView(reader.view);
    this.#reader = reader;
    this.#sentences = sentences;
    this.#words = new WordHighlight(reader.view);
    this.#pages = this.#wrapPages(
      createPageAdapter(
        reader,
        sentences,
        () => null,
        () => noClasses,
      ),
    );
    const sync = this.#createSync(engine, this.#pages);
    this.#open = this.#createOpenSpeech(engine, sync, player, voices);
    const cleanups = [
      reader.attachPageTurner(sentences),
      engine.onCommand(this.#reportedPosition.onCommand),
      engine.subscribe(this.#onSpeech),
      recordSpeech(engine, getRecorder(), {
        bookId: this.#ebook.bookId,
        fraction: this.#reportedPosition.fraction,
      }),
      claimAudioOutput(engine, this.#speaker, this.#ebook.bookId, this.#getMetadata(reader)),
      sync.start(),
      () => player.cancel(),
    ];
    this.#getDeps().onOpen(this.#open);
    return () => {
      for (const cleanUp of cleanups) cleanUp();
      this.#close(engine, voices);
    };
  };

  /** While it speaks, the page follows the voice. */
  readonly reportsPosition = (): boolean => this.#open?.engine.isActive ?? false;

  readonly onMove: ReaderExtension["onMove"] = (cause) => {
    this.#pages?.onSettled();
    this.#showWord();
    const engine = this.#open?.engine;
    if (cause === "jump" && engine?.isActive) this.#playFromPage();
    else if (cause === "turn" || cause === "jump") {
      this.#hasTurnedPage = !engine?.isActive;
      this.#open?.sync.onPageTurn();
    } else this.#open?.sync.scheduleUpdate();
  };

  readonly onManual = (): void => {
    this.#pages?.onTouch();
    this.#open?.sync.onPageTurn();
  };

  readonly onTap: ReaderExtension["onTap"] = ({ click }) => {
    const sentence = click && findSentenceAtPoint(click);
    if (sentence) this.#playFromSentence(sentence);
    return sentence !== null;
  };

  readonly onPress: ReaderExtension["onPress"] = (press) => {
    const command = getExtensionCommand(press);
    if (command === "toggle") this.#toggle();
    else if (command === "playPage") this.#playFromPage();
    else if (command === "followAgain") this.#resumeFollowing();
    else if (command) this.#open?.engine.step(command === "nextSentence" ? 1 : -1);
    return command !== null;
  };

  readonly playFrom = (sentence: SentenceId): void => this.#playFromSentence(sentence);

  #createSync(engine: SpeechEngine, pages: ReadAlongPages): PlaybackSync {
    const getPlayback = () => {
      const { sentence } = engine.getState();
      if (sentence === null) return null;
      return { chapterNumber: 0, time: 0, chapterEnd: 0, isPlaying: engine.isActive, rate: 1 };
    };
    const audio = { getPlayback, onChange: engine.subscribe };
    return new PlaybackSync(
      audio,
      pages,
      { findSentences: () => [], findMark: engine.getSpokenPosition },
      () => 0,
    );
  }

  #wrapPages(pages: ReadAlongPages): ReadAlongPages {
    return {
      ...pages,
      turnTo: async (spoken) => {
        const turnsPage = this.#getDeps().getSettings().follows || this.#isPageRequested;
        this.#isPageRequested = false;
        if (turnsPage) await pages.turnTo(spoken);
        else this.#open?.sync.onPageTurn();
      },
    };
  }

  #createOpenSpeech(
    engine: SpeechEngine,
    sync: PlaybackSync,
    player: UtterancePlayer,
    voices: Voices,
  ): OpenSpeech {
    const { bookId, title, author } = this.#ebook;
    const track = { id: bookId, bookId, title, author, audioUrl: "", coverImageUrl: "" };
    return {
      engine,
      sync,
      voices,
      sleep: new SleepTimer(createSleepTarget(engine, track)),
      readPageAloud: () => this.#playFromPage(),
      toggle: () => this.#toggle(),
      resumeFollowing: () => this.#resumeFollowing(),
      tryVoice: (voice, text) => {
        const wasActive = engine.isActive;
        if (wasActive) engine.pause();
        requestAudioFocus(this.#speaker, null);
        const { rate } = this.#getDeps().getSettings();
        const onEnd = () => wasActive && engine.play();
        player.speak(
          text,
          { voice, rate, timeoutMs: 15_000 },
          { onStart: () => {}, onWord: () => {}, onEnd },
        );
      },
    };
  }

  #toggle(): void {
    const engine = this.#open?.engine;
    if (!engine) return;
    const { status, sentence } = engine.getState();
    const isDetached = this.#hasTurnedPage && this.#open?.sync.getState().mode === "free";
    const startsAtPage = !engine.isActive && (sentence === null || status === "ended" || isDetached);
    if (startsAtPage) this.#playFromPage();
    else engine.toggle();
  }

  #playFromPage(): void {
    const { location } = this.#reader ?? {};
    if (!location) return;
    const { section, sentence } = location;
    if (sentence) this.#playFromSentence(this.#sentences?.findFirstFrom(sentence) ?? sentence);
    else this.#start({ section, sentence: null });
  }

  #playFromSentence(name: string): void {
    const sentence = SentenceId.safeParse(name).data;
    if (!sentence) return;
    const { spineIndex } = readSentence(sentence);
    const section = this.#reader?.structure.sections.findIndex(({ item }) => item.index === spineIndex) ?? -1;
    if (section >= 0) this.#start({ section, sentence });
  }

  #start(position: SpeechPosition): void {
    this.#hasTurnedPage = false;
    void this.#open?.engine.playFrom(position);
    this.#open?.sync.resumeFollowing();
  }

  #resumeFollowing(): void {
    this.#isPageRequested = true;
    this.#open?.sync.resumeFollowing();
  }

  readonly #onSpeech = (): void => {
    const state = this.#open?.engine.getState();
    if (!state) return;
    this.#showWord();
    if (state.ending !== this.#ending && state.ending) this.#showEnd(state.ending);
    this.#ending = state.ending;
  };

  #showEnd(ending: EndNotice): void {
    const isFollowing = this.#open?.sync.getState().mode === "following";
    if (!isFollowing || !this.#reader) return;
    const { sections } = this.#reader.structure;
    const section = sections.findIndex(({ item }) => item.isLocked);
    if (ending === "end-of-sample" && section >= 0) void this.#reader.goTo({ section }, "follow");
    else if (this.#reader.location?.isAtEnd) void this.#reader.next();
  }

  #showWord(): void {
    const state = this.#open?.engine.getState();
    this.#words?.show(state?.sentence ?? null, state?.spokenRange ?? null);
  }

  #getMetadata(reader: ReaderEngine) {
    const { title, author } = this.#ebook;
    const { chapters } = reader.structure;
    return {
      title,
      author,
      chapter: () => {
        const { section, sentence } = this.#reportedPosition;
        return findChapterOfSentence(chapters, section, sentence)?.label ?? "";
      },
    };
  }

  #close(engine: SpeechEngine, voices: Voices): void {
    this.#open?.sleep.cancel();
    engine.close();
    voices.close();
    this.#words?.show(null, null);
    this.#open = null;
    this.#getDeps().onOpen(null);
  }
}
