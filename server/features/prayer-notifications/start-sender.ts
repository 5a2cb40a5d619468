import { getAreaLog } from "#server/logging/log.ts";
import { NotificationSender, type SenderServices } from "./notification-sender.ts";

/** Sends due notifications every second until stopped; stopping waits some seconds for messages in flight. */
export function startSender(services: SenderServices, intervalMs = 1_000): { stop(): Promise<void> } {
  const sender = new NotificationSender(services);
  let running: Promise<void> | null = null;
  const run = async () => {
    try {
      await sender.sendDue();
    } catch (error) {
      getAreaLog(services.log, "push").error(
        { err: error },
        "prayer notifications: looking for due ones failed",
      );
    }
    running = null;
  };
  const timer = setInterval(() => {
    running ??= run();
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await sender.release();
      const timeout = new Promise((resolve) => setTimeout(resolve, 5_000).unref());
      await Promise.race([sender.drain(), timeout]);
      await sender.release();
      await sender.recordAll();
    },
  };
}
