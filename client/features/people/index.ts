export { usePersonActions } from "./use-person-actions.tsx";
