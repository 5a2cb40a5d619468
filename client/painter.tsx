import { type ReactNode, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { languages } from "#shared/api/language.ts";
import type { Painter, Painting, ShellFacts } from "#shared/routes/painting.ts";
import { App } from "./app/app.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { preloadPublicPages } from "./app/routing/public-pages.ts";
import { activateLanguage, loadMessages, setLanguage } from "./lib/i18n/i18n.ts";
import { drawWith } from "./lib/shell-facts.ts";

/** Makes the painter ready: all screens and words are here before the first page is drawn. */
export async function createRenderer(): Promise<Painter> {
  await Promise.all([loadMessages("common", "ui", "shell"), preloadPublicPages()]);
  for (const language of languages) await setLanguage(language);
  return { paint: renderUntilComplete };
}

/** What React puts where a part could not be drawn, as its code was not here yet. */
const missing = "<!--$!-->";
const maxAttempts = 40;
const waitMs = 25;

/** Draws again until the code of all that shows has come, which is so from the second time on. */
async function renderUntilComplete(path: string, facts: ShellFacts): Promise<Painting> {
  for (let tries = 1; ; tries++) {
    const painting = drawWith(facts, () => {
      // Words are one for the whole process: they are set for each drawing, which nothing interrupts.
      activateLanguage(facts.language);
      return draw(path);
    });
    if (!painting.html.includes(missing) || tries === maxAttempts) return painting;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

function draw(path: string): Painting {
  const client = createQueryClient();
  const routed = (screens: ReactNode) => <StaticRouter location={path}>{screens}</StaticRouter>;
  try {
    return getParts(
      renderToString(
        <StrictMode>
          <App client={client} routed={routed} />
        </StrictMode>,
      ),
    );
  } finally {
    // It would keep what it holds for half an hour.
    client.clear();
  }
}

/** React puts links to the first pictures before all else; their place is the page's head. */
function getParts(drawn: string): Painting {
  const links = /^(?:<link [^>]*>)*/.exec(drawn)?.[0] ?? "";
  return { links, html: drawn.slice(links.length) };
}
