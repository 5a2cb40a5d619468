/** As much of a PostCSS rule as is needed here. */
interface AtRule {
  readonly params: string;
  readonly nodes?: readonly object[];
  replaceWith(nodes: readonly object[]): unknown;
  remove(): unknown;
}

/** Takes away what Tailwind writes for browsers older than those of `build.cssTarget`. */
export const withoutFallbacks = {
  postcssPlugin: "without-fallbacks",
  AtRule: {
    /** Mixed colours follow opaque ones, and need not ask whether they are understood. */
    supports(rule: AtRule) {
      if (/^\(color: ?color-mix\(/.test(rule.params)) rule.replaceWith(rule.nodes ?? []);
    },
    /** First values of properties, for who does not know `@property`. */
    layer(rule: AtRule) {
      if (rule.params === "properties" && rule.nodes) rule.remove();
    },
  },
};
