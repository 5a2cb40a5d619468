import { gatherCities } from "./gather.ts";

// The other end of `gathered.ts`: hands over some cities each time it is asked for more, and null at the end. It ends
// with whoever started it.
const gathered = gatherCities();
process.on("message", () => {
  const { done, value } = gathered.next();
  process.send?.(done ? null : value);
});
process.on("disconnect", () => process.exit());
// A terminal's Ctrl-C comes to it too; the server decides when it ends.
process.on("SIGINT", () => undefined);
