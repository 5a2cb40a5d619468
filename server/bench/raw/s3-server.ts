import { startS3Server } from "#server/testing/s3-server.ts";

const { settings, stop } = await startS3Server();
process.stdout.write(`${JSON.stringify(settings)}\n`);
process.on("SIGTERM", () => void stop().then(() => process.exit(0)));
