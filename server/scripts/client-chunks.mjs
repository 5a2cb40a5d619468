// The chunks of the built client, from Vite's manifest.

/** The named chunks with everything they import statically. */
export function collectChunks(manifest, names) {
  const collected = new Set();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (collected.has(name)) continue;
    if (!manifest[name]) throw new Error(`The build has no ${name}: a list in server/scripts is outdated.`);
    collected.add(name);
    pending.push(...(manifest[name].imports ?? []));
  }
  return [...collected].map((name) => manifest[name]);
}

/** Chunks with circular imports. One of them runs before its imports, which fails only in the browser. */
export function findCircularChunks(manifest) {
  const importsItself = (name) => {
    const visited = new Set();
    const pending = [...(manifest[name].imports ?? [])];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next === name) return true;
      if (visited.has(next)) continue;
      visited.add(next);
      pending.push(...(manifest[next]?.imports ?? []));
    }
    return false;
  };
  return Object.keys(manifest).filter(importsItself);
}

export const listMessageFiles = (language, ...namespaces) =>
  namespaces.map((namespace) => `../shared/locales/${language}/${namespace}.json`);
