export const browserTargets: string[];
