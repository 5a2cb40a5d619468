export { getDiscussPath } from "./discuss-path.ts";
export { type Passage, ReportDialog } from "./report-dialog.tsx";
