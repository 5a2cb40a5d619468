/** A fake audio element: `playTo` advances its clock. */
export class FakeAudio extends EventTarget {
  #attributes = new Map<string, string>();
  #currentTime = 0;
  paused = true;
  ended = false;
  readyState = 0;
  error: { readonly code: number } | null = null;
  preload = "";
  volume = 1;
  muted = false;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  preservesPitch = false;
  /** The error of the next `play` calls; null for success. */
  playFailure: Error | null = null;
  /** All values of `src` that were set. */
  readonly loaded: string[] = [];

  get currentTime() {
    return this.#currentTime;
  }

  set currentTime(time: number) {
    this.#currentTime = time;
    this.ended = false;
  }

  get src() {
    return this.#attributes.get("src") ?? "";
  }

  getAttribute = (name: string) => this.#attributes.get(name) ?? null;
  hasAttribute = (name: string) => this.#attributes.has(name);
  removeAttribute = (name: string) => void this.#attributes.delete(name);
  setAttribute(name: string, value: string) {
    this.#attributes.set(name, value);
    if (name === "src") this.loaded.push(value);
  }

  load() {
    this.#currentTime = 0;
    this.readyState = 0;
    this.error = null;
    this.paused = true;
    this.ended = false;
    this.playbackRate = this.defaultPlaybackRate;
  }

  async play() {
    if (this.playFailure) throw this.playFailure;
    this.paused = false;
    this.ended = false;
  }

  pause() {
    if (this.paused) return;
    this.paused = true;
    this.emit("pause");
  }

  finishLoading() {
    this.readyState = 4;
    this.emit("loadedmetadata");
    if (!this.paused) this.emit("playing");
  }

  /** Plays up to a time in the file. */
  playTo(time: number) {
    this.#currentTime = time;
    this.emit("timeupdate");
  }

  /** Plays to the end of the file. */
  finish(time = this.#currentTime) {
    this.#currentTime = time;
    this.ended = true;
    this.paused = true;
    this.emit("ended");
  }

  fail(code = 2) {
    this.error = { code };
    this.emit("error");
  }

  emit(event: string) {
    this.dispatchEvent(new Event(event));
  }
}
