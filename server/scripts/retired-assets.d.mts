export function keepRetiredAssets(
  previousDir: string,
  newDir: string,
  retiredFile: string,
  now?: number,
): Promise<void>;
