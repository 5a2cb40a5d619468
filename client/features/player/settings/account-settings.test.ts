import { beforeEach, describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { makeUser } from "#client/testing/factories.ts";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { AccountSettings } from "./account-settings.ts";
import { SettingsStore } from "./settings-store.ts";

const { updatePreferences } = accountsContract;
const savedPreferences = reply(updatePreferences, {});
const failed = stubRejection(updatePreferences, { code: "internal", message: "Not now." });

function openSession(answer = savedPreferences) {
  const calls = stubCalls(answer);
  const settings = new SettingsStore();
  const accountSettings = new AccountSettings(makeUser().id, settings);
  const stop = accountSettings.sync();
  const listSent = () => calls.calls.map(({ body }) => body);
  return { settings, accountSettings, stop, sent: listSent };
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});

describe("account settings", () => {
  test("are loaded from the account, and quick changes are sent as one", async () => {
    const { settings, accountSettings, stop, sent } = openSession();
    accountSettings.merge({ playbackRate: 1.25 });
    expect(settings.getState().rate).toBe(1.25);

    settings.update({ rate: 1.5 });
    settings.update({ rate: 2, skipBack: 15 });
    await vi.advanceTimersByTimeAsync(1_000);

    expect(sent()).toEqual([{ playbackRate: 2, skipBackSeconds: 15 }]);
    stop();
  });

  test("are sent when the page is left", async () => {
    const { settings, accountSettings, stop, sent } = openSession();
    accountSettings.merge({ playbackRate: 3.5 });

    settings.update({ rate: 1 });
    dispatchEvent(new Event("pagehide"));

    expect(sent()).toEqual([{ playbackRate: 1 }]);
    stop();
  });

  test("that were not sent yet apply at the next visit and are sent then", async () => {
    const previous = openSession(failed);
    previous.accountSettings.merge({ playbackRate: 3.5 });
    previous.settings.update({ rate: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    previous.stop();

    const { settings, accountSettings, stop, sent } = openSession();
    accountSettings.merge({ playbackRate: 3.5, skipBackSeconds: 30 });
    await vi.advanceTimersByTimeAsync(0);

    expect(settings.getState()).toMatchObject({ rate: 1, skipBack: 30 });
    expect(sent()).toEqual([{ playbackRate: 1 }]);
    accountSettings.merge({ playbackRate: 2 });
    expect(settings.getState().rate).toBe(2);
    stop();
  });

  test("are sent when the network returns", async () => {
    const { settings, stop } = openSession(failed);
    settings.update({ timeDisplay: "book", syncOffsetMs: -150 });
    await vi.advanceTimersByTimeAsync(1_000);
    const again = stubCalls(savedPreferences);

    dispatchEvent(new Event("online"));

    expect(again.calls.map(({ body }) => body)).toEqual([{ timeDisplay: "book", syncOffsetMs: -150 }]);
    stop();
  });
});
