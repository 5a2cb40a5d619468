import type { CSSOptions } from "vite";

/** Takes away what Tailwind writes for browsers older than those of `build.cssTarget`. */
export const stripWoffFallbacks: CSSOptions = {
  postcss: {
    plugins: [
      {
        postcssPlugin: "without-fallbacks",
        AtRule: {
          supports(rule) {
            if (/^\(color: ?color-mix\(/.test(rule.params)) rule.replaceWith(rule.nodes ?? []);
          },
          /** First values of properties, for who does not know `@property`. */
          layer(rule) {
            if (rule.params === "properties" && rule.nodes) rule.remove();
          },
        },
      },
    ],
  },
};
