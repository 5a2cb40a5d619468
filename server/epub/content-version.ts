const formatVersion = "03";

export const getContentVersion = (sha256: string) => sha256.slice(0, 14) + formatVersion;
