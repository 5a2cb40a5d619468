const sampleMs = 40;
/** About -46 dB of full scale: breath and room tone of most recordings. */
const silenceLevel = 0.005;
/** Shorter pauses belong to speech. */
const minSilenceMs = 500;

/** Root mean square of samples between -1 and 1. */
export const getLevel = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** Detects pauses in speech. */
export class SilenceDetector {
  readonly node: AnalyserNode;
  readonly #samples: Float32Array<ArrayBuffer>;
  readonly #isPlaying: () => boolean;
  readonly #onChange: (isSilent: boolean) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #silentMs = 0;

  constructor(context: BaseAudioContext, isPlaying: () => boolean, onChange: (isSilent: boolean) => void) {
    this.#isPlaying = isPlaying;
    this.node = new AnalyserNode(context, { fftSize: 2048 });
    this.#samples = new Float32Array(this.node.fftSize);
    this.#onChange = onChange;
  }

  setOn(isOn: boolean): void {
    if (isOn === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#timer = isOn ? setInterval(() => this.#measure(), sampleMs) : undefined;
    if (!isOn) this.#change(0);
  }

  #measure(): void {
    this.node.getFloatTimeDomainData(this.#samples);
    const isSilent = this.#isPlaying() && getLevel(this.#samples) < silenceLevel;
    this.#change(isSilent ? this.#silentMs + sampleMs : 0);
  }

  #change(silentMs: number): void {
    const [was, is] = [this.#silentMs >= minSilenceMs, silentMs >= minSilenceMs];
    this.#silentMs = silentMs;
    if (was !== is) this.#onChange(is);
  }
}
