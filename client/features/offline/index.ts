export { KeepLabelledButton } from "./keep-button.tsx";
