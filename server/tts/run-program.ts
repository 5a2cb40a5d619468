import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

export interface ProgramLimits {
  readonly milliseconds: number;
  readonly outputBytes: number;
  readonly memoryBytes: number;
}

export class ProgramFailedError extends Error {
  override readonly name = "ProgramFailedError";
  readonly isMissing: boolean;

  constructor(message: string, isMissing = false) {
    super(message);
    this.isMissing = isMissing;
  }
}

const pollIntervalMs = 100;
const maxErrorLength = 500;

/**
 * Runs a program without a shell with the text on stdin. Killed above its limits or when cancelled.
 *
 * @throws {ProgramFailedError}
 */
export function runProgram(
  [program = "", ...args]: readonly string[],
  input: string,
  limits: ProgramLimits,
  signal?: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    // Its own process group, so that its children are killed with it.
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], detached: true });
    const chunks: Buffer[] = [];
    let [bytes, errorOutput] = [0, ""];
    let reason: unknown = null;
    const end = (error: unknown) => {
      reason ??= error;
      endGroup(child.pid);
    };
    const cancel = () => end(signal?.reason);
    const timeout = setTimeout(() => end(new ProgramFailedError("it timed out")), limits.milliseconds);
    const timer = setInterval(() => {
      void getMemory(child.pid).then((usedBytes) => {
        if (usedBytes > limits.memoryBytes) end(new ProgramFailedError("it exceeded its memory limit"));
      });
    }, pollIntervalMs);
    signal?.addEventListener("abort", cancel);
    const finish = (callback: () => void) => {
      clearTimeout(timeout);
      clearInterval(timer);
      signal?.removeEventListener("abort", cancel);
      callback();
    };
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.outputBytes) end(new ProgramFailedError("its output is too large"));
      else chunks.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      errorOutput = (errorOutput + chunk.toString("utf8")).slice(-maxErrorLength);
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.once("error", (error: NodeJS.ErrnoException) =>
      finish(() => reject(reason ?? new ProgramFailedError(error.message, error.code === "ENOENT"))),
    );
    child.once("close", (code, signal) =>
      finish(() => {
        if (reason) reject(reason);
        else if (code === 0) resolve(Buffer.concat(chunks));
        else reject(new ProgramFailedError(`it exited with ${code ?? signal}: ${errorOutput.trim()}`));
      }),
    );
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {}
}

/** Resident bytes of a process; 0 where the system does not report it. */
async function getMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/mu.exec(status)?.[1] ?? 0) * 1024;
}
