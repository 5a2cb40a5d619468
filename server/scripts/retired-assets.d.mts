export function keepRetiredAssets(old: string, fresh: string, notes: string, now?: number): Promise<void>;
