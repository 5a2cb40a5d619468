import { parentPort } from "node:worker_threads";
import { gatherCities } from "./gather.ts";

// The other end of `gathered.ts`: hands over some cities each time it is asked for more, and null at the end.
const gathered = gatherCities();
parentPort?.on("message", () => {
  const { done, value } = gathered.next();
  parentPort?.postMessage(done ? null : value);
});
