export function groupBy<Item>(items: readonly Item[], getKey: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const thing of items) {
    const group = groups.get(getKey(thing));
    if (group) group.push(thing);
    else groups.set(getKey(thing), [thing]);
  }
  return groups;
}
