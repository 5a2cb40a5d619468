export const maxDelayMs = 90_000;

export const latestDelivery = (now: Date): Date => new Date(now.getTime() - maxDelayMs);
