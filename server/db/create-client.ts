import pg from "pg";

/**
 * A connection of its own. When it breaks, its queries fail; without a listener for the error, the process
 * would end.
 */
export function createClient(options: pg.ClientConfig): pg.Client {
  const client = new pg.Client(options);
  client.on("error", () => {});
  return client;
}
