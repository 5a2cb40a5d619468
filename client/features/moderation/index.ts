export { ReportContent } from "./report-content.tsx";
