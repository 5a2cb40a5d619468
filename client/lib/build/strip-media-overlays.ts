import type { Plugin } from "vite";

const usage = "return new MediaOverlay(this, this.#loadXML.bind(this))";

/** Removes the player of foliate-js for media overlays; the app has its own. */
export function stripMediaOverlays(): Plugin {
  return {
    name: "strip-media-overlays",
    apply: "build",
    transform: {
      filter: { id: /\/foliate-js\/epub\.js$/ },
      handler(code) {
        if (!code.includes(usage)) throw new Error("foliate-js creates media overlays differently");
        return { code: code.replace(usage, "return null"), map: null };
      },
    },
  };
}
