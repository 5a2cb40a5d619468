import type { TocItem } from "#shared/reader/contract.ts";
import type { StoredSpineItem } from "#server/features/reader/queries.ts";
import type { OptimizedLink } from "./html.ts";
import type { PageTarget } from "./urls.ts";

const maxLines = 150;
const maxLength = 9_000;

export function getContents(
  toc: readonly TocItem[],
  spine: readonly StoredSpineItem[],
  toUrl: (target: PageTarget) => string,
): OptimizedLink[] {
  const twoLevels = toc.flatMap((item) => [item, ...item.children]);
  const indexByPath = new Map(spine.map(({ path, index }) => [path, index]));
  const lines = limitLines(twoLevels).length === twoLevels.length ? twoLevels : limitLines(toc);
  return lines.flatMap(({ label, href }) => {
    const [path = "", anchor] = href.split("#", 2);
    const spineIndex = indexByPath.get(path);
    if (spineIndex === undefined) return [];
    return [{ to: withAnchor(toUrl({ spineIndex }), anchor), label }];
  });
}

function limitLines<Line extends { readonly label: string }>(lines: readonly Line[]): readonly Line[] {
  let characters = 0;
  return lines.filter(({ label }, index) => {
    characters += label.length;
    return index < maxLines && characters <= maxLength;
  });
}

/** The part of the chapter is found by its anchor. */
function withAnchor(url: string, anchor: string | undefined): string {
  return anchor ? `${url}&at=${encodeURIComponent(anchor)}#${encodeURIComponent(anchor)}` : url;
}
