/** A point in CSS pixels of the viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finger on a touch screen. */
export interface Finger {
  /** Long enough to select a word. */
  longPress(point: Point): Promise<void>;
  drag(from: Point, to: Point): Promise<void>;
}

/** Browser functions that the walk uses, independent of the driver. */
export interface Browser {
  /** Opens a URL in a new window without cookies and stored data. */
  open(url: string): Promise<void>;
  goTo(url: string): Promise<void>;
  setCookie(cookie: string): Promise<void>;
  setSize(width: number, height: number): Promise<void>;
  /** Calls a function in the page; argument and result are JSON. */
  evaluate<Input, Output>(
    action: (input: Input) => Output | Promise<Output>,
    input: Input,
  ): Promise<Awaited<Output>>;
  click(point: Point): Promise<void>;
  drag(from: Point, to: Point): Promise<void>;
  /** Null where the driver has no touch screen. */
  readonly finger: Finger | null;
  /** A key by its name in `KeyboardEvent.key`. */
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses a file in the file input that matches a selector. */
  chooseFile(selector: string, file: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Uncaught errors and errors in the console since the window was opened. */
  listErrors(): readonly string[];
  close(): Promise<void>;
}

export type Engine = "WebKit" | "Firefox";
