import { Logger } from "graphile-worker";

export const noopLogger = new Logger(() => () => {});
