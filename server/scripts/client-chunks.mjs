// The chunks of the built client, from Vite's manifest.

export function partsWith(manifest, names) {
  const found = new Set();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    if (!manifest[name]) throw new Error(`The build has no ${name}: a list in server/scripts is outdated.`);
    found.add(name);
    waiting.push(...(manifest[name].imports ?? []));
  }
  return [...found].map((name) => manifest[name]);
}

/** Chunks with circular imports. One of them runs before its imports, which fails only in the browser. */
export function partsInCircles(manifest) {
  const isInCircle = (name) => {
    const found = new Set();
    const waiting = [...(manifest[name].imports ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === name) return true;
      if (found.has(next)) continue;
      found.add(next);
      waiting.push(...(manifest[next]?.imports ?? []));
    }
    return false;
  };
  return Object.keys(manifest).filter(isInCircle);
}

export const wordsOf = (language, ...areas) => areas.map((area) => `locales/${language}/${area}.json`);
