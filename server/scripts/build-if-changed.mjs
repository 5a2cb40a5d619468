// Before end-to-end tests: builds `dist` unless it matches the sources.
import { build } from "./prepare.mjs";

await build();
