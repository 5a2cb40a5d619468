import type { QueryClient } from "@tanstack/react-query";
import type { Locator } from "#shared/positions/position.ts";
import { SentenceId } from "#shared/positions/position.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { SleepTimer } from "#client/features/player/sleep-timer/sleep-timer.ts";
import { PlaybackSync } from "#client/features/read-along/playback-sync.ts";
import { chapterAt } from "#client/features/reader/chapters.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import { sentenceAtPoint } from "#client/features/reader/engine/position/sentence-at-point.ts";
import { SentenceView } from "#client/features/reader/engine/position/sentence-view.ts";
import { getExtensionCommand } from "#client/features/reader/input/playback-shortcuts.ts";
import type { ReaderExtension } from "#client/features/reader/reader-extension.ts";
import { recorder } from "#client/features/reading-activity/tracking/recorder.ts";
import { recordSpeech } from "#client/features/text-to-speech/record-speech.ts";
import { SpeechEngine } from "#client/features/text-to-speech/speech-engine.ts";
import type { SpeechSettings } from "#client/features/text-to-speech/speech-state.ts";
import type { EndNotice, SpeechPosition } from "#client/features/text-to-speech/text-cursor.ts";
import { UtterancePlayer } from "#client/features/text-to-speech/utterance-player.ts";
import { Voices } from "#client/features/text-to-speech/voices.ts";
import { type AudioFocusHolder, requestAudioFocus } from "#client/lib/audio/audio-focus.ts";
import { createPageAdapter, type ReadAlongPages } from "#client/pages/reader/read-along/page-adapter.ts";
import { claimAudioOutput } from "./claim-audio-output.ts";
import { ReportedPosition } from "./report-speech-position.ts";
import { createSleepTarget } from "./sleep-timer-target.ts";
import { spokenBook } from "./tts-book-source.ts";
import { WordMark } from "./word-mark.ts";

export interface SpeechSessionDeps {
  readonly settings: () => SpeechSettings;
  readonly onPosition: (place: Locator, isDeliberate: boolean) => void;
  /** Starts the recording of the same book. */
  readonly onClose: () => void;
  readonly onOpen: (open: OpenSpeech | null) => void;
}

/** Text-to-speech for an open book. */
export interface OpenSpeech {
  readonly engine: SpeechEngine;
  readonly conductor: PlaybackSync;
  readonly voices: Voices;
  readonly sleep: SleepTimer;
  /** Reads from the first sentence that starts on the page. */
  readonly readPageAloud: () => void;
  readonly toggle: () => void;
  readonly followAgain: () => void;
  readonly tryVoice: (voice: SpeechSynthesisVoice, text: string) => void;
}

const noClasses = { active: "", playing: "" } as const;

export class SpeechSession implements ReaderExtension {
  readonly #ebook: Ebook;
  readonly #client: QueryClient;
  readonly #around: () => SpeechSessionDeps;
  readonly #speaker: AudioFocusHolder;
  readonly #told: ReportedPosition;
  #reader: ReaderEngine | null = null;
  #sentences: SentenceView | null = null;
  #pages: ReadAlongPages | null = null;
  #words: WordMark | null = null;
  #open: OpenSpeech | null = null;
  #hasReadOn = false;
  #isPageAsked = false;
  #ending: EndNotice | null = null;

  constructor(ebook: Ebook, client: QueryClient, around: () => SpeechSessionDeps) {
    this.#ebook = ebook;
    this.#client = client;
    this.#around = around;
    this.#told = new ReportedPosition(
      () => this.#reader?.bearings.weights,
      (place, isDeliberate) => this.#around().onPosition(place, isDeliberate),
    );
    this.#speaker = {
      yield: (bookId) => {
        if (bookId === ebook.bookId) this.#around().onClose();
        else this.#open?.engine.pause();
      },
      yieldFocus: () => {
        const engine = this.#open?.engine;
        if (!engine?.isGoingOn) return null;
        engine.pause();
        return () => this.#open?.engine.step(-1);
      },
    };
  }

  readonly accompany = (reader: ReaderEngine): (() => void) => {
    const { speechSynthesis } = window;
    const [mouth, voices] = [new UtterancePlayer(speechSynthesis), new Voices(speechSynthesis)];
    const book = spokenBook(this.#ebook, reader.bearings.sections, this.#client);
    const engine = new SpeechEngine(book, { mouth, voices }, () => this.#around().settings());
    const sentences = new SentenceView(reader.viewed);
    this.#reader = reader;
    this.#sentences = sentences;
    this.#words = new WordMark(reader.viewed);
    this.#pages = this.#pagesThatMayStay(
      createPageAdapter(
        reader,
        sentences,
        () => null,
        () => noClasses,
      ),
    );
    const conductor = this.#conductorOf(engine, this.#pages);
    this.#open = this.#openOf(engine, conductor, mouth, voices);
    const stops = [
      reader.attachPageTurner(sentences),
      engine.onCommand(this.#told.onCommand),
      engine.subscribe(this.#onSpeech),
      recordSpeech(engine, recorder(), { bookId: this.#ebook.bookId, fraction: this.#told.fraction }),
      claimAudioOutput(engine, this.#speaker, this.#ebook.bookId, this.#shown(reader)),
      conductor.start(),
      () => mouth.cancel(),
    ];
    this.#around().onOpen(this.#open);
    return () => {
      for (const stop of stops) stop();
      this.#end(engine, voices);
    };
  };

  readonly onMove: ReaderExtension["onMove"] = (cause) => {
    this.#pages?.atRest();
    this.#showWord();
    const engine = this.#open?.engine;
    if (cause === "jump" && engine?.isGoingOn) this.#hearPage();
    else if (cause === "turn" || cause === "jump") {
      this.#hasReadOn = !engine?.isGoingOn;
      this.#open?.conductor.leafed();
    } else this.#open?.conductor.look();
  };

  readonly onManual = (): void => {
    this.#pages?.inProgress();
    this.#open?.conductor.leafed();
  };

  readonly onTap: ReaderExtension["onTap"] = ({ click }) => {
    const sentence = click && sentenceAtPoint(click);
    if (sentence) this.#hear(sentence);
    return sentence !== null;
  };

  readonly onPress: ReaderExtension["onPress"] = (press) => {
    const act = getExtensionCommand(press);
    if (act === "toggle") this.#toggle();
    else if (act === "hearPage") this.#hearPage();
    else if (act === "followAgain") this.#followAgain();
    else if (act) this.#open?.engine.step(act === "nextSentence" ? 1 : -1);
    return act !== null;
  };

  #conductorOf(engine: SpeechEngine, pages: ReadAlongPages): PlaybackSync {
    const instant = () => {
      const { sentence } = engine.getState();
      if (sentence === null) return null;
      return { chapterNumber: 0, time: 0, chapterEnd: 0, isPlaying: engine.isGoingOn, rate: 1 };
    };
    const audio = { moment: instant, onChange: engine.subscribe };
    return new PlaybackSync(audio, pages, { sentencesOf: () => [], findMark: engine.spoken }, () => 0);
  }

  #pagesThatMayStay(pages: ReadAlongPages): ReadAlongPages {
    return {
      ...pages,
      turnTo: async (spoken) => {
        const isWished = this.#around().settings().follows || this.#isPageAsked;
        this.#isPageAsked = false;
        if (isWished) await pages.turnTo(spoken);
        else this.#open?.conductor.leafed();
      },
    };
  }

  #openOf(engine: SpeechEngine, conductor: PlaybackSync, mouth: UtterancePlayer, voices: Voices): OpenSpeech {
    const { bookId, title, author } = this.#ebook;
    const track = { id: bookId, bookId, title, author, audioUrl: "", coverImageUrl: "" };
    return {
      ...{ engine, conductor, voices },
      sleep: new SleepTimer(createSleepTarget(engine, track)),
      readPageAloud: () => this.#hearPage(),
      toggle: () => this.#toggle(),
      followAgain: () => this.#followAgain(),
      tryVoice: (voice, text) => {
        const wasGoingOn = engine.isGoingOn;
        if (wasGoingOn) engine.pause();
        requestAudioFocus(this.#speaker, null);
        const { rate } = this.#around().settings();
        const onEnd = () => wasGoingOn && engine.play();
        mouth.speak(text, { voice, rate, timeoutMs: 15_000 }, { onStart: () => {}, onWord: () => {}, onEnd });
      },
    };
  }

  #toggle(): void {
    const engine = this.#open?.engine;
    if (!engine) return;
    const { status, sentence } = engine.getState();
    const isApart = this.#hasReadOn && this.#open?.conductor.getState().mode === "free";
    const isFromPage = !engine.isGoingOn && (sentence === null || status === "ended" || isApart);
    if (isFromPage) this.#hearPage();
    else engine.toggle();
  }

  #hearPage(): void {
    const { location } = this.#reader ?? {};
    if (!location) return;
    const { section, sentence } = location;
    if (sentence) this.#hear(this.#sentences?.firstFrom(sentence) ?? sentence);
    else this.#start({ section, sentence: null });
  }

  #hear(name: string): void {
    const sentence = SentenceId.safeParse(name).data;
    const spine = Number(/^s(\d+)-/.exec(name)?.[1]);
    const section = this.#reader?.bearings.sections.findIndex(({ item }) => item.index === spine) ?? -1;
    if (sentence && section >= 0) this.#start({ section, sentence });
  }

  #start(speechSpot: SpeechPosition): void {
    this.#hasReadOn = false;
    void this.#open?.engine.playFrom(speechSpot);
    this.#open?.conductor.followAgain();
  }

  #followAgain(): void {
    this.#isPageAsked = true;
    this.#open?.conductor.followAgain();
  }

  readonly #onSpeech = (): void => {
    const state = this.#open?.engine.getState();
    if (!state) return;
    this.#showWord();
    if (state.ending !== this.#ending && state.ending) this.#showEnd(state.ending);
    this.#ending = state.ending;
  };

  #showEnd(ending: EndNotice): void {
    const isFollowing = this.#open?.conductor.getState().mode === "following";
    if (!isFollowing || !this.#reader) return;
    const { sections } = this.#reader.bearings;
    const section = sections.findIndex(({ item }) => item.isLocked);
    if (ending === "end-of-sample" && section >= 0) void this.#reader.goTo({ section }, "follow");
    else if (this.#reader.location?.isAtEnd) void this.#reader.next();
  }

  #showWord(): void {
    const state = this.#open?.engine.getState();
    this.#words?.show(state?.sentence ?? null, state?.mark ?? null);
  }

  #shown(reader: ReaderEngine) {
    const { title, author } = this.#ebook;
    const { chapters } = reader.bearings;
    return { title, author, chapter: () => chapterAt(chapters, this.#told.section, () => true)?.label ?? "" };
  }

  #end(engine: SpeechEngine, voices: Voices): void {
    this.#open?.sleep.cancel();
    engine.close();
    voices.close();
    this.#words?.show(null, null);
    this.#open = null;
    this.#around().onOpen(null);
  }
}
