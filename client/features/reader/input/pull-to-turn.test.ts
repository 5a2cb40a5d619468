import { expect, test } from "vitest";
import { PullToTurn } from "./pull-to-turn.ts";

const allowAlways = () => true;
const allowNever = () => false;
const allowAtEndOnly = (direction: 1 | -1) => direction === 1;

test("pulling past the end opens the next chapter once", () => {
  const pull = new PullToTurn();
  pull.start(600);
  expect(pull.move(580, allowAlways)).toBe(0);
  expect(pull.move(540, allowAlways)).toBe(1);
  expect(pull.move(300, allowAlways)).toBe(0);
});

test("pulling past the beginning goes back", () => {
  const pull = new PullToTurn();
  pull.start(200);
  expect(pull.move(230, allowAlways)).toBe(0);
  expect(pull.move(260, allowAlways)).toBe(-1);
});

test("only the distance past the edge counts", () => {
  const pull = new PullToTurn();
  pull.start(600);
  expect(pull.move(200, allowNever)).toBe(0);
  expect(pull.move(160, allowAtEndOnly)).toBe(0);
  expect(pull.move(140, allowAtEndOnly)).toBe(1);
});

test("reversing at the edge or lifting the finger does nothing", () => {
  const pull = new PullToTurn();
  pull.start(600);
  expect(pull.move(570, allowAtEndOnly)).toBe(0);
  expect(pull.move(590, allowAtEndOnly)).toBe(0);
  expect(pull.move(560, allowAtEndOnly)).toBe(0);
  pull.end();
  expect(pull.move(400, allowAtEndOnly)).toBe(0);
});
