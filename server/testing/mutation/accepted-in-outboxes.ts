import { type AcceptedSurvivor, accept } from "./accept.ts";

export const acceptedInOutboxes: readonly AcceptedSurvivor[] = [
  ...accept("client/features/messages/message-outbox.ts", "It only loads the texts of reasons early.", [
    "this.#failed.list().length > 0",
    "true",
    "false",
    "this.#failed.list().length >= 0",
    "this.#failed.list().length <= 0",
  ]),
  ...accept("client/features/messages/message-outbox.ts", "No message has the key.", [
    "[]",
    '["Stryker was here"]',
  ]),
  ...accept("client/features/messages/message-outbox.ts", "Other events refresh as well.", [
    "() => this.refresh()",
    "() => undefined",
  ]),
  ...accept(
    "client/features/messages/send-message.ts",
    "Errors of other kinds have no status, and answers below 400 are none.",
    [
      "error instanceof CallError && error.status >= 400",
      "true",
      "error instanceof CallError || error.status >= 400",
    ],
    ["error.status >= 400", "true"],
  ),
  ...accept("client/features/messages/send-message.ts", "The header only saves a request.", [
    "{ headers: tabHeaders }",
    "{}",
  ]),
  ...accept("client/features/positions/guest-positions.ts", "Other values are no positions.", [
    'Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? "") .filter((key) => key.startsWith(prefix))',
    'Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? "")',
  ]),
  ...accept(
    "client/features/positions/outbox.ts",
    "No event has the key.",
    ["[]", '["Stryker was here"]'],
    ["older !== undefined", "true"],
  ),
  ...accept("client/features/positions/position-tracker.ts", "A reader has an outbox.", [
    "this.#outbox?.waitUntilFlushed",
    "this.#outbox.waitUntilFlushed",
  ]),
  ...accept("client/features/positions/position-tracker.ts", "A timer for the same time does the same.", [
    "this.#dueAt <= due",
    "this.#dueAt < due",
  ]),
  ...accept("client/features/positions/position-tracker.ts", "JSON has no undefined fields.", [
    "version !== undefined",
    "true",
  ]),
  ...accept("client/features/positions/position-tracker.ts", "No position is equal to null as text.", [
    "b !== null",
    "true",
  ]),
  ...accept("client/features/positions/position-tracker.ts", "Removing nothing is harmless.", [
    "unsentId",
    "true",
  ]),
  ...accept("client/features/positions/position-tracker.ts", "Setting the same reader again does nothing.", [
    "!this.#isReaderKnown",
    "true",
  ]),
  ...accept("client/features/positions/position-tracker.ts", "Storing checks it again.", [
    "this.#isSignedOut",
    "false",
  ]),
  ...accept("client/features/positions/position-tracker.ts", "The first reader sets it.", ["false", "true"]),
  ...accept(
    "client/features/positions/position-tracker.ts",
    "The tests create trackers of their own.",
    ["{ instance ??= new PositionTracker(); return instance; }", "{}"],
    ["instance ??= new PositionTracker()", "instance &&= new PositionTracker()"],
  ),
  ...accept("client/features/positions/position-tracker.ts", "Undefined is false as well.", [
    "{ keepalive: false }",
    "{}",
  ]),
  ...accept("client/features/positions/position-tracker.ts", "Without a timer, the due time is infinite.", [
    "this.#timer !== undefined",
    "true",
  ]),
  ...accept("client/lib/api/outbox.ts", "A copy in memory has the same key.", [
    "!this.#write(key, text)",
    "true",
  ]),
  ...accept("client/lib/api/outbox.ts", "It only saves time.", ["this.#memory.size === 0", "false"]),
  ...accept("client/lib/api/outbox.ts", "Items hardly replace others when the queue is full.", [
    "this.#getText(key) === null",
    "true",
  ]),
  ...accept("client/lib/api/outbox.ts", "Items of the same time have no order.", [
    "a.at < b.at",
    "a.at <= b.at",
  ]),
  ...accept("client/lib/api/outbox.ts", "Sending sets it before.", ["false", "true"]),
  ...accept("client/lib/api/outbox.ts", "Undefined is false as well.", ["{ return false; }", "{}"]),
  ...accept("client/lib/api/outbox.ts", "Undefined is no item either.", ["{ return null; }", "{}"]),
];
