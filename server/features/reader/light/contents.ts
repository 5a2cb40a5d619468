import type { TocItem } from "#shared/reader/contract.ts";
import type { SpineRow } from "../queries.ts";
import type { Target } from "./address.ts";
import type { LightLink } from "./html.ts";

/** More lines than this weigh more than a chapter may. */
const mostLines = 150;

/** The table of contents as far as it is small: two levels, or the upper one, or as much of that as may be. */
export function contentsOf(
  toc: readonly TocItem[],
  spine: readonly SpineRow[],
  address: (target: Target) => string,
): LightLink[] {
  const two = toc.flatMap((item) => [item, ...item.children]);
  const places = new Map(spine.map(({ path, index }) => [path, index]));
  return (two.length <= mostLines ? two : toc).slice(0, mostLines).flatMap(({ label, href }) => {
    const [path = "", anchor] = href.split("#", 2);
    const spineIndex = places.get(path);
    if (spineIndex === undefined) return [];
    return [{ to: withAnchor(address({ spineIndex }), anchor), label }];
  });
}

/** The page that the chapter opens at is found by the anchor, for it may have several. */
function withAnchor(address: string, anchor: string | undefined): string {
  return anchor ? `${address}&at=${encodeURIComponent(anchor)}#${encodeURIComponent(anchor)}` : address;
}
