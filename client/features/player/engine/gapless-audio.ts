import type { Seconds } from "#shared/api/schemas.ts";

export interface AudioListener {
  readonly isOnTime: () => void;
  readonly onPlaying: () => void;
  readonly onWaiting: () => void;
  readonly onEnded: () => void;
  readonly onError: (code: number) => void;
  /** Paused by the system, for example when a headset is unplugged. */
  readonly onExternalPause: () => void;
}

const landingTolerance = 0.25;

export class GaplessAudio {
  #heard: HTMLAudioElement;
  #ready: HTMLAudioElement;
  readonly #listener: AudioListener;
  #isMeantToPlay = false;
  /** Start time to apply when the file's metadata arrives; null afterwards. */
  #landing: Seconds | null = null;
  #readyLanding: Seconds | null = null;
  #volume = 1;
  #share = 1;

  constructor(createAudio: () => HTMLAudioElement, listener: AudioListener) {
    this.#listener = listener;
    this.#heard = createAudio();
    this.#ready = createAudio();
    for (const audio of [this.#heard, this.#ready]) this.#listenTo(audio);
  }

  /** Seconds in the file. */
  get time(): Seconds {
    return this.#landing ?? this.#heard.currentTime;
  }

  /** The URL of the loaded file; empty for none. */
  get url(): string {
    return this.#heard.getAttribute("src") ?? "";
  }

  load(url: string, time: Seconds): void {
    this.#isMeantToPlay = false;
    this.#heard.pause();
    this.#heard.preload = "auto";
    this.#heard.setAttribute("src", url);
    this.#heard.load();
    this.#landing = time;
    this.#land(this.#heard);
  }

  prepare(url: string, time: Seconds, rate: number): void {
    if (this.#ready.getAttribute("src") === url && this.#readyLanding === time) return;
    this.#ready.preload = "auto";
    this.#ready.setAttribute("src", url);
    this.#ready.defaultPlaybackRate = rate;
    this.#ready.load();
    this.#readyLanding = time;
    this.#land(this.#ready);
  }

  swap(url: string, time: Seconds): boolean {
    if (this.#ready.getAttribute("src") !== url || this.#readyLanding !== time || this.#ready.error)
      return false;
    this.#isMeantToPlay = false;
    this.#heard.pause();
    [this.#heard, this.#ready] = [this.#ready, this.#heard];
    this.#landing = this.#heard.readyState > 0 ? null : time;
    this.#readyLanding = null;
    this.#ready.removeAttribute("src");
    this.#ready.load();
    return true;
  }

  /**
   * @throws {DOMException} `NotAllowedError` when the browser requires a user gesture; others when it cannot
   * play
   */
  play(): Promise<void> {
    this.#isMeantToPlay = true;
    return this.#heard.play();
  }

  pause(): void {
    this.#isMeantToPlay = false;
    this.#heard.pause();
  }

  /** Unloads both files. */
  unload(): void {
    this.#isMeantToPlay = false;
    this.#landing = null;
    this.#readyLanding = null;
    for (const audio of [this.#heard, this.#ready]) {
      audio.pause();
      audio.removeAttribute("src");
      audio.load();
    }
  }

  seek(time: Seconds): void {
    if (this.#landing !== null || this.#heard.readyState === 0) this.#landing = time;
    this.#heard.currentTime = time;
  }

  setVolume(volume: number, isMuted: boolean): void {
    this.#volume = volume;
    for (const audio of [this.#heard, this.#ready]) {
      audio.volume = volume * this.#share;
      audio.muted = isMuted;
    }
  }

  /** @param share 0 to 1 of the volume */
  dim(share: number): void {
    this.#share = share;
    for (const audio of [this.#heard, this.#ready]) audio.volume = this.#volume * share;
  }

  setRate(rate: number): void {
    for (const audio of [this.#heard, this.#ready]) {
      audio.preservesPitch = true;
      // Loading a file resets the playback rate.
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    }
  }

  #listenTo(audio: HTMLAudioElement): void {
    const hear = (name: string, act: () => void) =>
      audio.addEventListener(name, () => {
        if (audio === this.#heard && audio.hasAttribute("src")) act();
      });
    audio.addEventListener("loadedmetadata", () => this.#land(audio));
    hear("timeupdate", () => this.#landing === null && this.#listener.isOnTime());
    hear("seeked", () => this.#landing === null && this.#listener.isOnTime());
    hear("playing", this.#listener.onPlaying);
    hear("waiting", this.#listener.onWaiting);
    hear("ended", this.#listener.onEnded);
    hear("error", () => this.#listener.onError(audio.error?.code ?? 0));
    hear("pause", () => {
      if (this.#isMeantToPlay && !audio.ended && !audio.error) this.#listener.onExternalPause();
    });
  }

  #land(audio: HTMLAudioElement): void {
    const time = audio === this.#heard ? this.#landing : this.#readyLanding;
    if (time === null) return;
    if (Math.abs(audio.currentTime - time) > landingTolerance) audio.currentTime = time;
    if (audio === this.#heard && audio.readyState > 0) this.#landing = null;
  }
}
