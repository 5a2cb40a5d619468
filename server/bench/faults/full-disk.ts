import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { readdir, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Bench, openStore } from "#server/bench/core/bench.ts";
import { waitUntil } from "#server/bench/core/load.ts";

const diskBytes = 800e6;
const pieceBytes = 10e6;

/** The disk of the files and of the database is full. Needs root, to mount a small disk in memory. */
export async function fillDisk(outer: Bench): Promise<void> {
  const folder = path.join(outer.makeFolder(), "data");
  if (!mountTmpfs(folder)) return outer.note("needs root, to mount a small disk");
  outer.atEnd(() => execFileSync("umount", ["-l", folder]));
  const store = await openStore(folder);
  outer.atEnd(store.close);
  const bench = outer.withStore(store);
  const { baseUrl } = await bench.startServer({}, "both");
  const { cookie } = await bench.signIn({ isAuthor: true });
  const headers = { Cookie: cookie, Origin: baseUrl, "Content-Type": "application/json" };
  const { id } = await bench.make.ebook({ wordCount: 10, pageCount: 1 });
  const send = (method: string, url: string, body: object) =>
    fetch(baseUrl + url, { method, headers, body: JSON.stringify(body) });
  const startUpload = () =>
    send("POST", "/api/upload-sets", { title: "Full", files: [{ path: "a.mp3", bytes: pieceBytes }] });
  const write = () => send("PUT", `/api/user/library/${id}`, { status: "want-to-read" });
  const read = async () => (await fetch(`${baseUrl}/api/books/${id}`, { headers })).status;
  bench.note(`before, an upload answers ${(await startUpload()).status}, a write ${(await write()).status}`);

  bench.step("filling the disk");
  const filler = await fill(folder);
  const refused = await startUpload();
  const { code } = (await refused.json()) as { code?: string };
  bench.figures(
    ["upload on a full disk", refused.status, "", "= 507"],
    ["its reply has the error shape", Number(code === "insufficient_storage"), "", "≥ 1"],
    ["a read on a full disk", await read(), "", "= 200"],
  );
  const large = "create table filler as select repeat('x', 2000) t from generate_series(1, 200000)";
  const answer = await bench.sql(large).then(
    () => "stored",
    (error: { code?: string }) => error.code ?? "failed",
  );
  const { status } = await write();
  bench.note(`the database answered ${answer} on its full disk, and a write then ${status}`);
  bench.figures(["a write is stored, 507 or 503", Number([200, 503, 507].includes(status)), "", "≥ 1"]);

  for (const file of filler) rmSync(file, { force: true });
  const recovers = await waitUntil(async () => (await write()).ok && (await read()) === 200);
  const takesUploads = await waitUntil(async () => (await startUpload()).ok);
  const media = await readdir(path.join(folder, "media"), { recursive: true });
  bench.figures(
    ["writes and reads recover without a restart", Number(recovers), "", "≥ 1"],
    ["uploads recover without a restart", Number(takesUploads), "", "≥ 1"],
    ["partial files left", media.filter((name) => name.endsWith(".part")).length, "", "≤ 0"],
  );
}

function mountTmpfs(folder: string): boolean {
  mkdirSync(folder);
  try {
    const options = `size=${diskBytes},mode=0700`;
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
