import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { beforeSignOut, signOut } from "./sign-out.ts";

afterEach(() => vi.unstubAllGlobals());

function addresses(failing?: string) {
  const visited: string[] = [];
  const assign = (address: string) => {
    visited.push(address);
    if (address === failing) throw new Error("Not now.");
  };
  vi.stubGlobal("location", { assign });
  return visited;
}

test("signing out forgets what was seen and leads to the server's sign-out, after the last acts", async () => {
  const visited = addresses();
  const client = new QueryClient();
  client.setQueryData(["mine"], "private");
  const acts: string[] = [];
  const takeBack = beforeSignOut(async () => void acts.push("saved"));

  signOut(client);
  await vi.waitFor(() => expect(visited).toEqual(["/api/logout"]));
  takeBack();

  expect(acts).toEqual(["saved"]);
  expect(client.getQueryData(["mine"])).toBeUndefined();
});

test("a sign-out that fails leads home", async () => {
  const visited = addresses("/api/logout");

  signOut(new QueryClient());

  await vi.waitFor(() => expect(visited).toEqual(["/api/logout", "/"]));
});
