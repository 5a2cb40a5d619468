export { addToQueue, changeQueue, loadQueue } from "./change-queue.ts";
export { useQueue } from "./use-queue.ts";
