import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { readdir, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openBench } from "#server/bench/bench-server.ts";
import { query } from "#server/bench/catalogue/query.ts";
import type { Report } from "#server/bench/section.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";

const mediaBytes = 400e6;
const databaseBytes = 400e6;
const pieceBytes = 10e6;

/**
 * R7: the disk of the files is full, then that of the database. Needs root, to mount small disks in memory.
 */
export async function fillDisk(report: Report): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-full-"));
  if (!mountTmpfs(path.join(folder, "data"), databaseBytes + mediaBytes)) {
    rmSync(folder, { recursive: true, force: true });
    return report.note("R7: needs root, to mount a small disk");
  }
  const bench = await openBench(path.join(folder, "data"));
  const server = await bench.startServer({ DEMO: "off" }, ["web", "worker"]);
  try {
    const factories = createFactories(bench.services);
    const author = await factories.user({ isAuthor: true });
    const headers = {
      Cookie: await createSessionCookie(bench.services, author),
      Origin: server.baseUrl,
      "Content-Type": "application/json",
    };
    const book = await factories.ebook({ wordCount: 10, pageCount: 1 });
    const startUpload = () => {
      const body = JSON.stringify({ title: "Full", files: [{ path: "a.mp3", bytes: pieceBytes }] });
      return fetch(`${server.baseUrl}/api/upload-sets`, { method: "POST", headers, body });
    };
    const write = () =>
      fetch(`${server.baseUrl}/api/user/library/${book.id}`, {
        method: "PUT",
        headers,
        body: JSON.stringify({ status: "want-to-read" }),
      });
    const read = async () => (await fetch(`${server.baseUrl}/api/books/${book.id}`, { headers })).status;
    report.note(
      `R7: before, an upload answers ${(await startUpload()).status}, a write ${(await write()).status}`,
    );

    report.step("filling the disk");
    const filler = await fill(path.join(folder, "data"));
    const refused = await startUpload();
    const reply = (await refused.json()) as { code?: string };
    report.metric("R7: upload on a full disk", refused.status, "", { min: 507, max: 507 });
    report.metric("R7: its reply has the error shape", Number(reply.code === "insufficient_storage"), "", {
      min: 1,
    });
    report.metric("R7: a read on a full disk", await read(), "", { min: 200, max: 200 });
    const large = await query(
      bench,
      "create table filler as select repeat('x', 2000) t from generate_series(1, 200000)",
    )
      .then(() => "stored")
      .catch((error: { code?: string }) => error.code ?? "failed");
    report.note(`R7: the database answered ${large} on its full disk`);
    const during = await write();
    report.note(`R7: a write then answers ${during.status}`);
    report.metric("R7: a write is stored, 507 or 503", Number([200, 503, 507].includes(during.status)), "", {
      min: 1,
    });

    await removeAll(filler);
    const recovered = await waitUntil(async () => (await write()).ok && (await read()) === 200);
    const uploads = await waitUntil(async () => (await startUpload()).ok);
    report.metric("R7: writes and reads recover without a restart", Number(recovered), "", { min: 1 });
    report.metric("R7: uploads recover without a restart", Number(uploads), "", { min: 1 });
    const partial = (await readdir(path.join(bench.dataDir, "media"), { recursive: true })).filter((name) =>
      name.endsWith(".part"),
    );
    report.metric("R7: partial files left", partial.length, "", { max: 0 });
  } finally {
    await server.stop();
    await bench.close();
    execFileSync("umount", ["-l", path.join(folder, "data")]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function mountTmpfs(folder: string, bytes: number): boolean {
  mkdirSync(folder);
  try {
    const options = `size=${bytes},mode=0700`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function fill(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (let n = 0; ; n++) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < 64 * 1024) return files;
    const file = path.join(folder, `filler-${n}`);
    files.push(file);
    await writeFile(file, Buffer.alloc(Math.min(pieceBytes, bavail * bsize))).catch(() => {});
  }
}

async function removeAll(files: readonly string[]): Promise<void> {
  for (const file of files) rmSync(file, { force: true });
}

async function waitUntil(condition: () => Promise<boolean>): Promise<boolean> {
  for (let n = 0; n < 100; n++) {
    if (await condition().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return false;
}
