import { NotificationSender, type SenderServices } from "./notification-sender.ts";

/** Sends due notifications every second until stopped; stopping waits some seconds for messages in flight. */
export function startSender(services: SenderServices, intervalMs = 1_000): { stop(): Promise<void> } {
  const sender = new NotificationSender(services);
  let looking: Promise<void> | null = null;
  const look = async () => {
    try {
      await sender.look();
    } catch (error) {
      services.log.error({ err: error }, "calls to prayer could not be looked for");
    }
    looking = null;
  };
  const timer = setInterval(() => {
    looking ??= look();
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      await sender.release();
      const timeoutMs = new Promise((resolve) => setTimeout(resolve, 5_000).unref());
      await Promise.race([sender.settle(), timeoutMs]);
      await sender.release();
      await sender.recordAll();
    },
  };
}
