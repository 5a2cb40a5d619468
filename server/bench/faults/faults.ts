import type { Run } from "#server/bench/core/bench.ts";
import { testBackup } from "./backup.ts";
import { fillDisk } from "./full-disk.ts";
import { serveHugeFiles } from "./huge-files.ts";
import { killServer } from "./kills.ts";
import { testLostMount } from "./lost-mount.ts";
import { repeatJob } from "./repeated-job.ts";
import { repeatRequests } from "./repeated-requests.ts";
import { killUploads } from "./uploads.ts";

/** Crashes and failures, by their number among the reliability scenarios. Each has data of its own. */
export const faults: Readonly<Record<string, Readonly<Record<string, Run>>>> = {
  R1: { uploads: killUploads },
  R4: { kills: killServer },
  R7: { disk: fillDisk },
  R14: { job: repeatJob },
  R15: { requests: repeatRequests },
  R18: { huge: serveHugeFiles },
  R23: { backup: testBackup },
  R26: { mount: testLostMount },
};
