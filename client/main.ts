import { deferredLinksId } from "#shared/routes/deferred-links.ts";

/** Hidden pages never paint. */
if (document.visibilityState === "hidden") void boot();
else requestAnimationFrame(() => setTimeout(boot));

/**
 * Starts the app after the static shell has painted, in tasks short enough that the page responds between
 * them.
 */
async function boot(): Promise<void> {
  const links = document.querySelector<HTMLTemplateElement>(`#${deferredLinksId}`);
  if (links) document.head.append(links.content);
  await import("react-dom/client");
  await waitForNextTask();
  await import("./app/app.tsx");
  await waitForNextTask();
  await import("./boot.tsx");
}

function waitForNextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
