import { createHash } from "node:crypto";
import type { Json, OpenApi, Operation } from "#server/http/api/openapi.ts";

const style = `
:root { color-scheme: light dark; --line: light-dark(#ddd5c8, #3a352d); --soft: light-dark(#6b6255, #a89f90); }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1, h2 { font-family: ui-serif, Georgia, serif; font-weight: 600; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
section > p { color: var(--soft); }
details { border-bottom: 1px solid var(--line); }
summary { padding: .6rem 0; cursor: pointer; }
summary b { display: inline-block; min-width: 4.5rem; font: 600 .8rem ui-monospace, monospace; }
summary i { color: var(--soft); font-style: normal; float: inline-end; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
table { border-collapse: collapse; } th, td { text-align: start; padding: .25rem 1.25rem .25rem 0; vertical-align: top; }
`;

export const docsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The OpenAPI document as a static page without scripts. */
export function renderDocsPage(api: OpenApi): string {
  const { title, version, description } = api.info;
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = api.tags.map(({ name, description: about }) => {
    const tagged = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<section id="${name}"><h2>${escapeText(name)}</h2><p>${escapeText(about)}</p>${tagged.map(renderOperation).join("")}</section>`;
  });
  const schemas = Object.entries(api.components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${name}"><summary><code>${escapeText(name)}</code></summary>${block(schema)}</details>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API · ${escapeText(title)}</title><style>${style}</style></head><body>
<h1>The API of ${escapeText(title)}</h1>
<p>Version ${escapeText(version)}. ${escapeText(description)} As a file: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Sections"><ul>${[...api.tags.map(({ name }) => name), "schemas"].map((name) => `<li><a href="#${name}">${escapeText(name)}</a></li>`).join("")}</ul></nav>
<main>${sections.join("\n")}<section id="schemas"><h2>schemas</h2>${schemas.join("")}</section></main>
</body></html>`;
}

function renderOperation({
  path,
  method,
  operation,
}: {
  path: string;
  method: string;
  operation: Operation;
}): string {
  const body = getContent(operation["requestBody"]);
  return `<details id="${operation.operationId}"><summary><b>${method.toUpperCase()}</b><code>${escapeText(path)}</code> <i>${escapeText(String(operation["x-access"]))}</i></summary>
<p>${escapeText(operation.summary)} <code>${escapeText(operation.operationId)}</code></p>
${renderParameters(operation.parameters)}${body ? `<h4>Body</h4>${block(body)}` : ""}
<h4>Responses</h4>${Object.entries(operation.responses).map(renderResponse).join("")}</details>`;
}

function renderParameters(parameters: readonly Json[]): string {
  if (!parameters.length) return "";
  const rows = parameters.map(
    ({ name, in: location, required, schema }) =>
      `<tr><th><code>${escapeText(String(name))}</code></th><td>${escapeText(String(location))}${required ? "" : ", optional"}</td><td><code>${linkSchemas(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<table>${rows.join("")}</table>`;
}

function renderResponse([status, { description, content }]: [string, Json]): string {
  const [mediaType = ""] = Object.keys((content ?? {}) as Json);
  const schema = Number(status) < 300 ? getContent({ content }) : undefined;
  return `<p><b>${status}</b> ${escapeText(String(description))} <code>${escapeText(mediaType)}</code></p>${schema ? block(schema) : ""}`;
}

function getContent(part: unknown): unknown {
  const { content } = (part ?? {}) as { content?: Record<string, { schema?: unknown }> };
  return content && Object.values(content)[0]?.schema;
}

const block = (schema: unknown) => `<pre>${linkSchemas(JSON.stringify(schema, null, 2))}</pre>`;

function linkSchemas(json: string): string {
  return escapeText(json).replaceAll(
    /#\/components\/schemas\/(\w+)/g,
    (_, name: string) => `<a href="#schema-${name}">${name}</a>`,
  );
}

function escapeText(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
