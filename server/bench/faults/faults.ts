import type { Section } from "#server/bench/section.ts";
import { testBackup } from "./backup.ts";
import { repeatRequests } from "./duplicates.ts";
import { fillDisk } from "./full-disk.ts";
import { serveHugeFiles } from "./huge-files.ts";
import { testLostMount } from "./lost-mount.ts";
import { killUploads } from "./uploads.ts";

/** Crashes and failures of publishing and storage; the numbers are those of the reliability scenarios. */
export const faults: Section = {
  name: "faults",
  parts: ["uploads", "disk", "duplicates", "huge", "backup", "mount"],
  async run(report, bench, isRequested) {
    if (isRequested("uploads")) await killUploads(report, bench);
    if (isRequested("disk")) await fillDisk(report);
    if (isRequested("duplicates")) await repeatRequests(report, bench);
    if (isRequested("huge")) await serveHugeFiles(report, bench);
    if (isRequested("backup")) await testBackup(report, bench);
    if (isRequested("mount")) await testLostMount(report, bench);
  },
};
