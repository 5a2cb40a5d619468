import * as cfi from "foliate-js/epubcfi.js";
import type { OpenSection } from "#client/features/reader/engine/document/sections.ts";

/** The CFI of a range; null when it cannot be expressed. */
export function getRangeCfi({ cfi: base, item }: OpenSection, range: Range): string | null {
  try {
    return cfi.joinIndir(base ?? `epubcfi(/6/${(item.index + 1) * 2})`, cfi.fromRange(range));
  } catch {
    return null;
  }
}
