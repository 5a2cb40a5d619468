/** A call that is later than this is none: it is dropped. The push service keeps it no longer either. */
export const maxDelayMs = 90_000;

/** What was due by then is sent no more. */
export const latestDelivery = (now: Date): Date => new Date(now.getTime() - maxDelayMs);
