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
  #active: HTMLAudioElement;
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
    this.#active = createAudio();
    this.#ready = createAudio();
    for (const audio of [this.#active, this.#ready]) this.#listenTo(audio);
  }

  /** Seconds in the file. */
  get time(): Seconds {
    return this.#landing ?? this.#active.currentTime;
  }

  /** The URL of the loaded file; empty for none. */
  get url(): string {
    return this.#active.getAttribute("src") ?? "";
  }

  load(url: string, time: Seconds): void {
    this.#isMeantToPlay = false;
    this.#active.pause();
    this.#active.preload = "auto";
    this.#active.setAttribute("src", url);
    this.#active.load();
    this.#landing = time;
    this.#land(this.#active);
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
    this.#active.pause();
    [this.#active, this.#ready] = [this.#ready, this.#active];
    this.#landing = this.#active.readyState > 0 ? null : time;
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
    return this.#active.play();
  }

  pause(): void {
    this.#isMeantToPlay = false;
    this.#active.pause();
  }

  /** Unloads both files. */
  unload(): void {
    this.#isMeantToPlay = false;
    this.#landing = null;
    this.#readyLanding = null;
    for (const audio of [this.#active, this.#ready]) {
      audio.pause();
      audio.removeAttribute("src");
      audio.load();
    }
  }

  seek(time: Seconds): void {
    if (this.#landing !== null || this.#active.readyState === 0) this.#landing = time;
    this.#active.currentTime = time;
  }

  setVolume(volume: number, isMuted: boolean): void {
    this.#volume = volume;
    for (const audio of [this.#active, this.#ready]) {
      audio.volume = volume * this.#share;
      audio.muted = isMuted;
    }
  }

  /** @param share 0 to 1 of the volume */
  setFade(share: number): void {
    this.#share = share;
    for (const audio of [this.#active, this.#ready]) audio.volume = this.#volume * share;
  }

  setRate(rate: number): void {
    for (const audio of [this.#active, this.#ready]) {
      audio.preservesPitch = true;
      // Loading a file resets the playback rate.
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    }
  }

  #listenTo(audio: HTMLAudioElement): void {
    const listen = (name: string, act: () => void) =>
      audio.addEventListener(name, () => {
        if (audio === this.#active && audio.hasAttribute("src")) act();
      });
    audio.addEventListener("loadedmetadata", () => this.#land(audio));
    listen("timeupdate", () => this.#landing === null && this.#listener.isOnTime());
    listen("seeked", () => this.#landing === null && this.#listener.isOnTime());
    listen("playing", this.#listener.onPlaying);
    listen("waiting", this.#listener.onWaiting);
    listen("ended", this.#listener.onEnded);
    listen("error", () => this.#listener.onError(audio.error?.code ?? 0));
    listen("pause", () => {
      if (this.#isMeantToPlay && !audio.ended && !audio.error) this.#listener.onExternalPause();
    });
  }

  #land(audio: HTMLAudioElement): void {
    const time = audio === this.#active ? this.#landing : this.#readyLanding;
    if (time === null) return;
    if (Math.abs(audio.currentTime - time) > landingTolerance) audio.currentTime = time;
    if (audio === this.#active && audio.readyState > 0) this.#landing = null;
  }
}
