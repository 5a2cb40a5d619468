// `npm run build`: builds client and server into `dist`; fails when the client exceeds its budget.
import { build, checkNode, install } from "./prepare.mjs";

checkNode();
await install();
await build({ again: true });
