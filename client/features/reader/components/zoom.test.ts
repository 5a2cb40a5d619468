import { expect, test } from "vitest";
import { initialZoom, pan, zoomAt } from "./zoom.ts";

const area = { width: 400, height: 300, contentWidth: 400, contentHeight: 300 };

test("zooming keeps the point under the pointer", () => {
  const zoom = zoomAt(initialZoom, 2, { x: 100, y: 60 }, area);
  expect(zoom).toEqual({ scale: 2, x: -100, y: -60 });
});

test("content cannot be dragged away, and is centred where it fits", () => {
  const zoom = zoomAt(initialZoom, 2, { x: 0, y: 0 }, area);
  expect(pan(zoom, { x: 50, y: -900 }, area)).toEqual({ scale: 2, x: 0, y: -300 });
  expect(zoomAt(initialZoom, 0.5, { x: 0, y: 0 }, area)).toEqual({ scale: 0.5, x: 100, y: 75 });
});

test("the scale has limits", () => {
  expect(zoomAt(initialZoom, 100, { x: 0, y: 0 }, area).scale).toBe(8);
  expect(zoomAt(initialZoom, 0.01, { x: 0, y: 0 }, area).scale).toBe(0.5);
});
