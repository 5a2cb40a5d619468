export { AddToShelfDialog } from "./add-to-shelf-dialog.tsx";
