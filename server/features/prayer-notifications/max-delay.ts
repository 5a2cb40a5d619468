export const maxDelayMs = 90_000;

export const getLatestDelivery = (now: Date): Date => new Date(now.getTime() - maxDelayMs);
