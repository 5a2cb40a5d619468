export { isReadingScreen } from "./reading-screens.ts";
