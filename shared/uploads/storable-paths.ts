/** File systems allow 255 bytes; the server appends up to 9. */
const maxNameBytes = 240;

export interface UnstorablePath {
  readonly path: string;
  /** `name_too_long`: a part of the path. `folder_and_file`: the path of another file continues it. */
  readonly problem: "name_too_long" | "folder_and_file";
}

const encoder = new TextEncoder();

/** The first path that cannot be stored beside the others; null when all can. */
export function findUnstorablePath(paths: readonly string[]): UnstorablePath | null {
  const files = new Set(
    paths.flatMap((path) => [path, ...(/\.zip$/i.test(path) ? [`${path}.unpacked`] : [])]),
  );
  for (const path of paths) {
    const names = path.split("/");
    if (names.some((name) => encoder.encode(name).length > maxNameBytes)) {
      return { path, problem: "name_too_long" };
    }
    const folders = names.slice(0, -1).map((_, i) => names.slice(0, i + 1).join("/"));
    if (folders.some((folder) => files.has(folder))) return { path, problem: "folder_and_file" };
  }
  return null;
}
