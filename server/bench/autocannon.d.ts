declare module "autocannon" {
  /** @param options `duration` in seconds */
  // biome-ignore lint/style/noDefaultExport: matches the package's export.
  export default function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly headers: Readonly<Record<string, string>>;
  }): Promise<{
    readonly requests: { readonly average: number };
    readonly errors: number;
    readonly non2xx: number;
  }>;
}
