import type { RequestHandler } from "express";
import { getDirection, type Language, languages } from "#shared/api/language.ts";
import { openPath, sharedField } from "#shared/routes/shared-file.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import { translate } from "#server/i18n/translate.ts";
import type { Settings } from "#server/settings.ts";

const epubType = "application/epub+zip";

const screenshots = [
  { src: "/assets/screen-narrow-1.webp", sizes: "540x1170", form_factor: "narrow" },
  { src: "/assets/screen-wide-1.webp", sizes: "1280x800", form_factor: "wide" },
] as const;

export function serveManifest({ productName }: Pick<Settings, "productName">): RequestHandler {
  const manifests = new Map(
    languages.map((language) => [language, createManifest(productName, language)] as const),
  );
  return (req, res, next) => {
    if (req.path !== "/manifest.webmanifest") return next();
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    res.setHeader("Cache-Control", "no-cache");
    res.vary("Accept-Language").vary("Cookie");
    res.type("application/manifest+json").send(manifests.get(getRequestLanguage(req)));
  };
}

function createManifest(productName: string, language: Language): string {
  const createShortcut = (name: "continue" | "search" | "listen", url: string) => ({
    name: translate(language, `page.shortcut.${name}`),
    url,
    icons: [{ src: "/assets/app-192-1.png", type: "image/png", sizes: "192x192" }],
  });
  return JSON.stringify({
    id: "/",
    lang: language,
    dir: getDirection(language),
    name: productName,
    short_name: productName,
    start_url: "/home",
    scope: "/",
    display: "standalone",
    background_color: "#FBF7EF",
    theme_color: "#0F4A3A",
    categories: ["books", "education"],
    icons: [
      { src: "/assets/icon-1.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/assets/app-192-1.png", type: "image/png", sizes: "192x192" },
      { src: "/assets/app-512-1.png", type: "image/png", sizes: "512x512" },
      { src: "/assets/app-maskable-512-1.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
    shortcuts: [
      createShortcut("continue", "/library?status=currently-reading"),
      createShortcut("search", "/browse"),
      createShortcut("listen", "/library?format=audiobook"),
    ],
    // A running app opens the page itself, so that audio goes on.
    launch_handler: { client_mode: ["focus-existing", "auto"] },
    file_handlers: [{ action: openPath, accept: { [epubType]: [".epub"] } }],
    // The service worker keeps the file on the device.
    share_target: {
      action: openPath,
      method: "POST",
      enctype: "multipart/form-data",
      params: { files: [{ name: sharedField, accept: [epubType, ".epub"] }] },
    },
    screenshots: screenshots.map((screenshot) => ({
      ...screenshot,
      type: "image/webp",
      label: translate(language, "page.screenshot", { product: productName }),
    })),
  });
}
