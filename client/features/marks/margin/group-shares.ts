import type { MarginCommunity, SharedMark } from "#shared/marks/shared-mark.ts";

/** A mark of a member, once for all communities with which it is shared. */
export interface GroupedMark extends SharedMark {
  /** One for each community; the first is the mark itself. */
  readonly shares: readonly SharedMark[];
}

/** Joins what a member shared with several communities. */
export function groupShares(marks: readonly SharedMark[]): GroupedMark[] {
  const groups = new Map<string, SharedMark[]>();
  for (const mark of marks) {
    const { person, anchor, content } = mark;
    const key = JSON.stringify([person.id, anchor, content]);
    const group = groups.get(key);
    // Two marks with the same words and note can be in one community.
    if (group?.every(({ communityId }) => communityId !== mark.communityId)) group.push(mark);
    else groups.set(group ? `${key} ${mark.id}` : key, [mark]);
  }
  return [...groups.values()].flatMap((shares) => {
    const [first] = shares;
    return first ? [{ ...first, isModerator: shares.some(({ isModerator }) => isModerator), shares }] : [];
  });
}

/** The communities with which a mark is shared, as far as they are known. */
export function listCommunities(
  { shares }: GroupedMark,
  communities: readonly MarginCommunity[],
): MarginCommunity[] {
  return communities.filter(({ id }) => shares.some(({ communityId }) => communityId === id));
}
