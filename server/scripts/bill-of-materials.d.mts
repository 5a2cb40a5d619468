export function writeBillOfMaterials(dist: string, bundledFiles: readonly string[]): Promise<void>;
