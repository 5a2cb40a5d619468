// Before end-to-end tests: `dist` as the sources are, without work when it is so already.
import { build } from "./prepare.mjs";

await build();
