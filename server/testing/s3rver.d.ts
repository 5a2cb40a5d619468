declare module "s3rver" {
  /** A small S3 server for tests. It accepts any signature. */
  // biome-ignore lint/style/noDefaultExport: the package exports it so.
  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
