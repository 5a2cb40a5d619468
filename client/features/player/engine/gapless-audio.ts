import type { Seconds } from "#shared/api/schemas.ts";

export interface AudioListener {
  readonly onTimeUpdate: () => void;
  readonly onPlaying: () => void;
  readonly onWaiting: () => void;
  readonly onEnded: () => void;
  readonly onError: (code: number) => void;
  /** Paused by the system, for example when a headset is unplugged. */
  readonly onExternalPause: () => void;
}

const startTolerance = 0.25;

const isCast = (audio: Partial<HTMLAudioElement>): boolean =>
  audio.remote !== undefined && audio.remote.state !== "disconnected";

export class GaplessAudio {
  #active: HTMLAudioElement;
  #ready: HTMLAudioElement;
  readonly #listener: AudioListener;
  #shouldPlay = false;
  /** Start time to apply when the file's metadata arrives; null afterwards. */
  #pendingStart: Seconds | null = null;
  #readyPendingStart: Seconds | null = null;
  /** The time at an error, while nothing was played after it. */
  #failedAt: Seconds | null = null;
  #isSilent = false;
  #volume = 1;
  #fadeFactor = 1;

  constructor(createAudio: () => HTMLAudioElement, listener: AudioListener) {
    this.#listener = listener;
    this.#active = createAudio();
    this.#ready = createAudio();
    for (const audio of [this.#active, this.#ready]) this.#listenTo(audio);
  }

  /** Seconds in the file. */
  get time(): Seconds {
    return this.#pendingStart ?? this.#active.currentTime;
  }

  /** The URL of the loaded file; empty for none. */
  get url(): string {
    return this.#active.getAttribute("src") ?? "";
  }

  /** The element that plays. */
  get element(): HTMLAudioElement {
    return this.#active;
  }

  /** True after an error that ended playback. */
  get hasFailed(): boolean {
    return Boolean(this.#active.error) && !this.#isSilent;
  }

  /** Firefox reports an error without a sound output, and plays on in silence. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  load(url: string, time: Seconds): void {
    this.#shouldPlay = false;
    this.#forgetError();
    this.#active.pause();
    this.#active.preload = "auto";
    this.#active.setAttribute("src", url);
    this.#active.load();
    this.#pendingStart = time;
    this.#applyPendingStart(this.#active);
  }

  prepare(url: string, time: Seconds, rate: number): void {
    // Another element would play here and not on the device that this one is cast to.
    if (isCast(this.#active)) return;
    if (this.#ready.getAttribute("src") === url && this.#readyPendingStart === time) return;
    this.#ready.preload = "auto";
    this.#ready.setAttribute("src", url);
    this.#ready.defaultPlaybackRate = rate;
    this.#ready.load();
    this.#readyPendingStart = time;
    this.#applyPendingStart(this.#ready);
  }

  swap(url: string, time: Seconds): boolean {
    if (isCast(this.#active)) return false;
    if (this.#ready.getAttribute("src") !== url || this.#readyPendingStart !== time || this.#ready.error)
      return false;
    this.#shouldPlay = false;
    this.#forgetError();
    this.#active.pause();
    [this.#active, this.#ready] = [this.#ready, this.#active];
    this.#pendingStart = this.#active.readyState > 0 ? null : time;
    this.#readyPendingStart = null;
    this.#ready.removeAttribute("src");
    this.#ready.load();
    return true;
  }

  /**
   * @throws {DOMException} `NotAllowedError` when the browser requires a user gesture; others when it cannot
   * play
   */
  play(): Promise<void> {
    this.#shouldPlay = true;
    return this.#active.play();
  }

  pause(): void {
    this.#shouldPlay = false;
    this.#active.pause();
  }

  /** Unloads both files. */
  unload(): void {
    this.#shouldPlay = false;
    this.#pendingStart = null;
    this.#readyPendingStart = null;
    for (const audio of [this.#active, this.#ready]) {
      audio.pause();
      audio.removeAttribute("src");
      audio.load();
    }
  }

  seek(time: Seconds): void {
    this.#failedAt = null;
    if (this.#pendingStart !== null || this.#active.readyState === 0) this.#pendingStart = time;
    this.#active.currentTime = time;
  }

  setVolume(volume: number, isMuted: boolean): void {
    this.#volume = volume;
    for (const audio of [this.#active, this.#ready]) {
      audio.volume = volume * this.#fadeFactor;
      audio.muted = isMuted;
    }
  }

  /** @param factor 0 to 1 of the volume */
  setFade(factor: number): void {
    this.#fadeFactor = factor;
    for (const audio of [this.#active, this.#ready]) audio.volume = this.#volume * factor;
  }

  setRate(rate: number): void {
    for (const audio of [this.#active, this.#ready]) {
      audio.preservesPitch = true;
      // Loading a file resets the playback rate.
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    }
  }

  #forgetError(): void {
    this.#failedAt = null;
    this.#isSilent = false;
  }

  #listenTo(audio: HTMLAudioElement): void {
    const listen = (name: string, callback: () => void) =>
      audio.addEventListener(name, () => {
        if (audio === this.#active && audio.hasAttribute("src")) callback();
      });
    audio.addEventListener("loadedmetadata", () => this.#applyPendingStart(audio));
    listen("timeupdate", () => {
      if (this.#failedAt !== null && audio.currentTime > this.#failedAt) this.#isSilent = true;
      if (this.#pendingStart === null) this.#listener.onTimeUpdate();
    });
    listen("seeked", () => this.#pendingStart === null && this.#listener.onTimeUpdate());
    listen("playing", this.#listener.onPlaying);
    listen("waiting", this.#listener.onWaiting);
    listen("ended", this.#listener.onEnded);
    listen("error", () => {
      this.#failedAt = audio.currentTime;
      this.#listener.onError(audio.error?.code ?? 0);
    });
    listen("pause", () => {
      if (this.#shouldPlay && !audio.ended && !audio.error) this.#listener.onExternalPause();
    });
  }

  #applyPendingStart(audio: HTMLAudioElement): void {
    const time = audio === this.#active ? this.#pendingStart : this.#readyPendingStart;
    if (time === null) return;
    if (Math.abs(audio.currentTime - time) > startTolerance) audio.currentTime = time;
    if (audio === this.#active && audio.readyState > 0) this.#pendingStart = null;
  }
}
