import type { RequestHandler } from "express";
import type { Settings } from "#server/settings.ts";

export function serveManifest({ productName }: Pick<Settings, "productName">): RequestHandler {
  const manifest = JSON.stringify({
    id: "/",
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
  });
  return (req, res, next) => {
    if (req.path !== "/manifest.webmanifest") return next();
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    res.setHeader("Cache-Control", "no-cache");
    res.type("application/manifest+json").send(manifest);
  };
}
