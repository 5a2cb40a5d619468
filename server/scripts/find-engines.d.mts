export function findEngine(name: "WebKit" | "Firefox"): string | null;
