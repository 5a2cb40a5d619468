// The parts of the built client, by Vite's manifest.

/** The parts that come with some of them, without what is fetched later on demand. */
export function partsWith(manifest, names) {
  const found = new Set();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    if (!manifest[name]) throw new Error(`The build has no ${name}: a list in server/bin is outdated.`);
    found.add(name);
    waiting.push(...(manifest[name].imports ?? []));
  }
  return [...found].map((name) => manifest[name]);
}

export const wordsOf = (language, ...areas) => areas.map((area) => `messages/${language}/${area}.json`);
