// `npm run build`: builds client and server anew into `dist`, and fails when the client outgrows its budget.
import { build, checkNode, install } from "./prepare.mjs";

checkNode();
await install();
await build({ anew: true });
