declare module "autocannon" {
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly requests?: readonly object[];
  }
  interface Result {
    readonly requests: { readonly average: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly errors: number;
    readonly non2xx: number;
  }
  // biome-ignore lint/style/noDefaultExport: matches the package's export.
  export default function autocannon(options: Options): Promise<Result>;
}
