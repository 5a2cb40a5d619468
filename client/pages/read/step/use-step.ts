import { useEffect, useMemo, useRef, useState } from "react";
import type { SoundPart } from "#shared/positions/convert.ts";
import { SentenceId } from "#shared/positions/position.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { summonPlayer } from "#client/features/player/summons.ts";
import type { Player } from "#client/features/player/the-player.ts";
import { durationOf } from "#client/features/player/timeline.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { places } from "#client/features/positions/places.ts";
import type { Companion } from "#client/features/reader/companion.ts";
import { type CompanionAct, companionActOf } from "#client/features/reader/companion-keys.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import { sentenceUnder } from "#client/features/reader/engine/sentence-under.ts";
import { SentenceView } from "#client/features/reader/engine/sentence-view.ts";
import { aboutInSound, aboutInText } from "#client/features/step/about.ts";
import { completePlace } from "#client/features/step/complete-place.ts";
import { Conductor } from "#client/features/step/conductor.ts";
import { neighbourSpot } from "#client/features/step/neighbours.ts";
import { type SoundSpot, spotOf } from "#client/features/step/spots.ts";
import { type StepMap, useStepMap } from "#client/features/step/use-step-map.ts";
import { pagesOf } from "./pages-of.ts";
import { soundOf } from "./sound-of.ts";

/** A book that is read while it is heard. */
export interface Step {
  /** The player has this book. */
  readonly isOn: boolean;
  /** Null while it is not. */
  readonly companion: Companion | null;
  /** Null until the first page shows. */
  readonly conductor: Conductor | null;
  /** Plays from the first sentence that begins on the page. */
  readonly hearPage: () => void;
}

/** Keeps a book's pages in step with the player, for as long as the player has the same book. */
export function useStep(ebook: Ebook, startsFree: boolean): Step {
  const { bookId } = ebook;
  const player = usePlayer();
  const isOn = usePlayerState((state) => state.track?.bookId === bookId && state.displayMode !== "closed");
  const map = useStepMap(bookId, isOn);
  const latest = useRef({ map, startsFree });
  latest.current = { map, startsFree };
  const [conductor, setConductor] = useState<Conductor | null>(null);

  const session = useMemo(
    () => (isOn ? new StepSession(player, ebook, () => latest.current, setConductor) : null),
    [isOn, player, ebook],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a map that has come is looked at
  useEffect(() => conductor?.look(), [conductor, map]);
  useEffect(() => session?.completePlaces(), [session]);

  return useMemo(
    () => ({ isOn, companion: session, conductor, hearPage: () => session?.onAct("hearPage") }),
    [isOn, session, conductor],
  );
}

/** Goes along with the text: what the pages, the sound and the reader have to do with each other. */
class StepSession implements Companion {
  readonly #player: Player;
  readonly #ebook: Ebook;
  readonly #sound: ReturnType<typeof soundOf>;
  readonly #latest: () => { readonly map: StepMap; readonly startsFree: boolean };
  readonly #onConductor: (conductor: Conductor | null) => void;
  #reader: ReaderEngine | null = null;
  #sentences: SentenceView | null = null;
  #pages: ReturnType<typeof pagesOf> | null = null;
  #conductor: Conductor | null = null;

  constructor(
    player: Player,
    ebook: Ebook,
    latest: () => { readonly map: StepMap; readonly startsFree: boolean },
    onConductor: (conductor: Conductor | null) => void,
  ) {
    this.#player = player;
    this.#ebook = ebook;
    this.#sound = soundOf(player, ebook.bookId);
    this.#latest = latest;
    this.#onConductor = onConductor;
  }

  readonly accompany = (reader: ReaderEngine): (() => void) => {
    const { settings } = this.#player;
    this.#reader = reader;
    const sentences = new SentenceView(reader.viewed);
    this.#sentences = sentences;
    this.#pages = pagesOf(reader, sentences, (chapterNumber) => this.#placeOf(chapterNumber));
    const conductor = new Conductor(
      this.#sound,
      this.#pages,
      (chapterNumber) => this.#map.find(chapterNumber),
      () => settings.get().syncOffsetMs,
    );
    this.#conductor = conductor;
    if (this.#latest().startsFree) conductor.leafed();
    const stops = [reader.admit(sentences), conductor.start(), settings.subscribe(conductor.look)];
    this.#onConductor(conductor);
    return () => {
      for (const stop of stops) stop();
      this.#conductor = null;
      this.#onConductor(null);
    };
  };

  readonly onMove: Companion["onMove"] = (cause) => {
    this.#pages?.atRest();
    if (cause === "turn" || cause === "jump") this.#conductor?.leafed();
    else this.#conductor?.look();
  };

  readonly onHand = (): void => {
    this.#pages?.inHand();
    this.#conductor?.leafed();
  };

  readonly onTap: Companion["onTap"] = ({ click }) => {
    const sentence = click && sentenceUnder(click);
    if (sentence) this.#hear(sentence);
    return sentence !== null;
  };

  readonly onPress: Companion["onPress"] = (press) => {
    const act = companionActOf(press);
    if (act) this.onAct(act);
    return act !== null;
  };

  onAct(act: CompanionAct): void {
    if (act === "toggle") this.#player.engine.toggle();
    else if (act === "followAgain") this.#conductor?.followAgain();
    else if (act === "hearPage") this.#hearPage();
    else this.#goBeside(act === "nextSentence" ? 1 : -1);
  }

  /** Tells one place for the text and the sound of this book. @returns a function that stops. */
  completePlaces(): () => void {
    return places().complete(this.#ebook.bookId, (place) =>
      completePlace(place, {
        chapters: this.#map.chapters ?? [],
        parts: this.#parts,
        isPlaying: this.#sound.moment()?.isPlaying ?? false,
      }),
    );
  }

  #hear(sentence: string): void {
    const id = SentenceId.safeParse(sentence).data;
    const spot = id && (spotOf(id, this.#map.chapters ?? []) ?? this.#aboutPage());
    if (!spot) return;
    this.#sound.playFrom(spot);
    summonPlayer();
    this.#conductor?.followAgain();
  }

  #hearPage(): void {
    const first = this.#reader?.location?.sentence;
    if (first) this.#hear(this.#sentences?.firstFrom(first) ?? first);
  }

  #goBeside(direction: 1 | -1): void {
    const moment = this.#sound.moment();
    const spot = moment && neighbourSpot(moment, this.#map.chapters ?? [], direction);
    if (!spot) return;
    this.#sound.goTo(spot);
    this.#conductor?.followAgain();
  }

  #placeOf(chapterNumber: number) {
    const { chapters } = this.#map;
    if (!chapters) return null;
    const chapter = chapters.find((each) => each.chapterNumber === chapterNumber) ?? null;
    return { chapter, span: aboutInText(chapterNumber, this.#parts, this.#ebook.spine) };
  }

  #aboutPage(): SoundSpot | null {
    const fraction = this.#reader?.location?.fraction;
    return fraction === undefined ? null : aboutInSound(fraction, this.#parts, this.#ebook.spine);
  }

  get #map(): StepMap {
    return this.#latest().map;
  }

  get #parts(): SoundPart[] {
    const chapters = this.#player.engine.getState().playlist?.chapters ?? [];
    return chapters.map((chapter) => ({
      chapterNumber: chapter.chapterNumber,
      duration: durationOf(chapter),
    }));
  }
}
