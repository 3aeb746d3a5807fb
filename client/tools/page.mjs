import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const SHELL = "src/index.html";
const PUBLIC = "public";
const MANIFEST = "manifest.json";
const COMPRESSIBLE = /\.(js|css|html|svg|webmanifest|txt)$/;

/**
 * Completes the folder that the server serves: the page itself, the files of public/, a compressed copy of everything,
 * and manifest.json, which says what each file needs and how large it is.
 *
 * Files from an earlier build are deleted once the new ones are written, and the manifest comes last: if the manifest
 * is new, the build is complete.
 */
export function page() {
  return {
    name: "page",
    async buildStart() {
      for (const file of [SHELL, ...(await inFolder(PUBLIC))]) this.addWatchFile(path.resolve(file));
    },
    async generateBundle(_options, bundle) {
      const emit = (fileName, source) => this.emitFile({ type: "asset", fileName, source });
      for (const file of await inFolder(PUBLIC)) emit(slashed(path.relative(PUBLIC, file)), await readFile(file));
      emit("index.html", shell(await readFile(SHELL, "utf8"), bundle));
      for (const [name, made] of Object.entries(bundle)) {
        if (!COMPRESSIBLE.test(name)) continue;
        const bytes = Buffer.from(made.code ?? made.source);
        emit(`${name}.gz`, gzip(bytes));
        emit(`${name}.br`, brotli(bytes));
      }
    },
    async writeBundle({ dir }, bundle) {
      const asked = (id) => this.getModuleInfo(id).isEntry || this.getModuleInfo(id).dynamicImporters.length > 0;
      for (const file of await inFolder(dir)) {
        const name = slashed(path.relative(dir, file));
        if (name !== MANIFEST && !(name in bundle)) await rm(file);
      }
      await writeFile(path.join(dir, MANIFEST), JSON.stringify(manifest(bundle, asked), null, 1) + "\n");
    },
  };
}

/** The page with the addresses of its scripts and style. The server says what else the browser will soon need. */
function shell(html, bundle) {
  const files = Object.values(bundle);
  const early = (file) => file.name === "early"; // scripts do not wait for the style
  const sheets = files.filter((file) => file.fileName.endsWith(".css"));
  const tags = [
    ...sheets.map((sheet) => `<link rel="stylesheet" href="/${sheet.fileName}">`),
    ...files
      .filter((file) => file.isEntry)
      .map((file) => `<script type="module" ${early(file) ? "async " : ""}src="/${file.fileName}"></script>`),
  ];
  return html.replace("<!-- built -->", tags.join("\n    "));
}

/** For each file: the modules in it that are loaded on demand, the files that it needs, and its size in bytes. */
function manifest(bundle, asked) {
  const names = Object.keys(bundle)
    .filter((name) => !/\.(gz|br)$/.test(name))
    .sort();
  return Object.fromEntries(names.map((name) => [name, described(bundle[name], bundle[`${name}.gz`], asked)]));
}

function described(file, gzipped, asked) {
  const bytes = Buffer.from(file.code ?? file.source);
  return {
    sources: (file.moduleIds ?? []).filter(asked).map((id) => slashed(path.relative(".", id))),
    entry: file.isEntry ?? false,
    imports: file.imports ?? [],
    dynamic_imports: file.dynamicImports ?? [],
    size: bytes.length,
    gzip: gzipped ? gzipped.source.length : bytes.length,
  };
}

async function inFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)).sort();
}

function slashed(name) {
  return name.split(path.sep).join("/");
}

function gzip(bytes) {
  return gzipSync(bytes, { level: 9 });
}

function brotli(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}
