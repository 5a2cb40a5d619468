import type { BookPlayerSettings } from "#shared/player/contract.ts";
import { SilenceDetector } from "./silence-detector.ts";

export type Effects = Pick<BookPlayerSettings, "boost" | "clarifiesVoice" | "isMono" | "skipsSilence">;

/**
 * A compressor raises quiet sound by (1 / its gain at full scale) ^ 0.6 (Web Audio API, "makeup gain"); this is
 * its inverse for the limiter's threshold and ratio.
 */
const limiterThreshold = -1;
const limiterRatio = 20;
const limiterMakeup = -limiterThreshold * (1 - 1 / limiterRatio) * 0.6;

export const toGain = (decibels: number): number => 10 ** (decibels / 20);

/** Processes the sound of the player's audio elements with Web Audio. */
export class AudioEffects {
  readonly #context = new AudioContext();
  readonly #mono: GainNode;
  readonly #lowCut: BiquadFilterNode;
  readonly #presence: BiquadFilterNode;
  readonly #boost: GainNode;
  readonly #silence: SilenceDetector;

  /** @param onSilence called when silence begins (true) and ends (false) */
  constructor(elements: readonly HTMLAudioElement[], onSilence: (isSilent: boolean) => void) {
    const context = this.#context;
    this.#mono = new GainNode(context);
    this.#lowCut = new BiquadFilterNode(context, { type: "highpass", frequency: 10 });
    this.#presence = new BiquadFilterNode(context, { type: "peaking", frequency: 2_800, Q: 0.8 });
    this.#boost = new GainNode(context);
    const limiter = new DynamicsCompressorNode(context, {
      threshold: limiterThreshold,
      ratio: limiterRatio,
      knee: 0,
      attack: 0.002,
      release: 0.15,
    });
    const makeup = new GainNode(context, { gain: toGain(-limiterMakeup) });
    this.#silence = new SilenceDetector(
      context,
      () => elements.some((element) => !element.paused),
      onSilence,
    );
    for (const element of elements) {
      context.createMediaElementSource(element).connect(this.#mono);
      element.addEventListener("playing", () => this.#resume());
    }
    this.#mono.connect(this.#silence.node);
    this.#mono
      .connect(this.#lowCut)
      .connect(this.#presence)
      .connect(this.#boost)
      .connect(limiter)
      .connect(makeup)
      .connect(context.destination);
    this.#resume();
  }

  apply({ boost = 0, clarifiesVoice = false, isMono = false, skipsSilence = false }: Effects): void {
    this.#mono.channelCountMode = isMono ? "explicit" : "max";
    this.#mono.channelCount = isMono ? 1 : 2;
    // Below 100 Hz there is no speech; consonants lie around 3 kHz.
    this.#lowCut.frequency.value = clarifiesVoice ? 100 : 10;
    this.#presence.gain.value = clarifiesVoice ? 5 : 0;
    this.#boost.gain.value = toGain(boost);
    this.#silence.setOn(skipsSilence);
  }

  /** Browsers suspend the sound until the user acts, and after a call on some phones. */
  #resume(): void {
    if (this.#context.state !== "running") void this.#context.resume();
  }
}
