import type { CSSOptions } from "vite";

/** Removes Tailwind's fallbacks for browsers older than `build.target`. */
export const stripCssFallbacks: CSSOptions = {
  postcss: {
    plugins: [
      {
        postcssPlugin: "without-fallbacks",
        AtRule: {
          supports(rule) {
            if (/^\(color: ?color-mix\(/.test(rule.params)) rule.replaceWith(rule.nodes ?? []);
          },
          /** Initial values for browsers without `@property`. */
          layer(rule) {
            if (rule.params === "properties" && rule.nodes) rule.remove();
          },
        },
      },
    ],
  },
};
