// Builds the client with Vite and the server with esbuild. Called by `prepare.mjs`.
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build as buildClient } from "vite";
import { drawAppIcons } from "./app-icons.mjs";
import { writeBillOfMaterials } from "./bill-of-materials.mjs";
import { buildWordnet, wordnetLicence } from "./build-wordnet.mjs";
import { bundleServer } from "./bundle-server.mjs";
import { bundleWorker } from "./bundle-worker.mjs";
import { root } from "./prepare.mjs";
import {
  copyLocales,
  copyServerFiles,
  rejectMissingDependencies,
  writePackageFiles,
} from "./release-files.mjs";
import { keepRetiredAssets } from "./retired-assets.mjs";

const dist = (...parts) => path.join(root, "dist", ...parts);

const clientDraft = dist(`client.new-${process.pid}`);
const serverDraft = dist(`server.new-${process.pid}`);
const sharedDraft = dist(`shared.new-${process.pid}`);

try {
  const [{ output }, { metafile }] = await Promise.all([buildClientDraft(), bundleServer(serverDraft)]);
  await rejectMissingDependencies(metafile);
  await copyServerFiles(serverDraft);
  await buildWordnet(path.join(serverDraft, "wordnet.bin"));
  await copyLocales(sharedDraft);
  await drawAppIcons(path.join(clientDraft, "assets"));
  await bundleWorker(clientDraft);
  await compress(clientDraft);
  await keepRetiredAssets(dist("client", "assets"), path.join(clientDraft, "assets"), dist("retired.json"));
  await writePackageFiles(dist());
  const clientFiles = output.flatMap(({ moduleIds = [], originalFileNames = [] }) => [
    ...moduleIds,
    ...originalFileNames,
  ]);
  await writeBillOfMaterials(dist(), [...Object.keys(metafile.inputs), ...clientFiles, wordnetLicence]);
  await replaceFolder(sharedDraft, dist("shared"));
  await replaceFolder(serverDraft, dist("server"));
  await replaceFolder(clientDraft, dist("client"));
} finally {
  const drafts = [clientDraft, serverDraft, sharedDraft];
  await Promise.all(drafts.map((draft) => rm(draft, { recursive: true, force: true })));
}
await import("./budget.mjs");

function buildClientDraft() {
  return buildClient({
    root: path.join(root, "client"),
    configFile: path.join(root, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: clientDraft, emptyOutDir: true },
  });
}

async function replaceFolder(draft, target) {
  const old = `${target}.old-${process.pid}`;
  if (existsSync(target)) await rename(target, old);
  await rename(draft, target);
  await rm(old, { recursive: true, force: true });
}

/** Compresses assets ahead of time. */
async function compress(folder) {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => /\.(js|css|html|svg|json|txt|webmanifest|wasm)$/.test(name));
  await Promise.all(texts.map((name) => compressFile(path.join(folder, name))));
}

async function compressFile(file) {
  if ((await stat(file)).size < 1024 || file.includes(`${path.sep}.vite${path.sep}`)) return;
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((data) => writeFile(`${file}.br`, data)),
    promisify(gzip)(content, { level: 9 }).then((data) => writeFile(`${file}.gz`, data)),
  ]);
}
