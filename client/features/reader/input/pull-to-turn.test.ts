import { expect, test } from "vitest";
import { PullToTurn } from "./pull-to-turn.ts";

const always = () => true;
const never = () => false;
const atEndOnly = (direction: 1 | -1) => direction === 1;

test("a finger that pulls on past the end leads to the next chapter, once", () => {
  const pull = new PullToTurn();
  pull.start(600);
  expect(pull.move(580, always)).toBe(0);
  expect(pull.move(540, always)).toBe(1);
  expect(pull.move(300, always)).toBe(0);
});

test("a finger that pulls on past the beginning leads back", () => {
  const pull = new PullToTurn();
  pull.start(200);
  expect(pull.move(230, always)).toBe(0);
  expect(pull.move(260, always)).toBe(-1);
});

test("only the way past the edge counts, not the way to it", () => {
  const pull = new PullToTurn();
  pull.start(600);
  expect(pull.move(200, never)).toBe(0);
  expect(pull.move(160, atEndOnly)).toBe(0);
  expect(pull.move(140, atEndOnly)).toBe(1);
});

test("a finger that turns round at the edge, or is lifted, leads nowhere", () => {
  const pull = new PullToTurn();
  pull.start(600);
  expect(pull.move(570, atEndOnly)).toBe(0);
  expect(pull.move(590, atEndOnly)).toBe(0);
  expect(pull.move(560, atEndOnly)).toBe(0);
  pull.end();
  expect(pull.move(400, atEndOnly)).toBe(0);
});
