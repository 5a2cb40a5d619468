import { expect, test } from "vitest";
import { getSharedBuffersMb } from "./shared-buffers.ts";

const gb = 2 ** 30;

test.each([
  ["a quarter of the memory", 4 * gb, 0, 1_024],
  ["at most 2 GB", 64 * gb, 0, 2_048],
  ["at least 128 MB", gb / 4, 0, 128],
  ["a quarter of a container's limit", 64 * gb, 2 * gb, 512],
  ["no limit is a number beyond the memory", 4 * gb, 2 ** 64, 1_024],
])("%s", (_name, total, limit, expected) => expect(getSharedBuffersMb(total, limit)).toBe(expected));
