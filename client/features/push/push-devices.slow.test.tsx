import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { type PushDevice, PushDeviceId, pushContract } from "#shared/push/contract.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { PushDevices } from "./push-devices.tsx";

const { getKey, listDevices, addDevice, updateDevice, deleteDevice, testDevice } = pushContract;

const makeDevice = (changed: Partial<PushDevice> = {}): PushDevice => ({
  id: PushDeviceId.parse("0d000000-0000-4000-8000-000000000001"),
  name: "Chrome · Android",
  endpointHash: "another",
  isOn: true,
  prayerAlerts: false,
  createdAt: new Date(),
  lastSucceededAt: null,
  lastError: null,
  ...changed,
});

const subscription = {
  endpoint: "https://push.example/here",
  options: {},
  toJSON: () => ({ endpoint: "https://push.example/here", keys: { p256dh: "pub", auth: "sec" } }),
  unsubscribe: vi.fn(async () => true),
};
const browser = {
  permission: "default",
  requestedPermission: "granted",
  subscription: null as typeof subscription | null,
  subscribe: vi.fn(async () => subscription),
};

beforeEach(() => {
  Object.assign(browser, { permission: "default", requestedPermission: "granted", subscription: null });
  const pushManager = { getSubscription: async () => browser.subscription, subscribe: browser.subscribe };
  const worker = { pushManager };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => browser.requestedPermission,
  });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { ready: Promise.resolve(worker), getRegistration: async () => worker },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const saveOnServer = vi.fn(async () => {});

function open(devices: readonly PushDevice[], hasLocation = true) {
  const calls = stubCalls(
    reply(listDevices, [...devices]),
    reply(getKey, { key: "the-key" }),
    reply(addDevice, makeDevice()),
    reply(updateDevice, makeDevice()),
    reply(deleteDevice, { done: true }),
    reply(prayerNotificationsContract.deletePrayerProfile, { done: true }),
    reply(testDevice, { done: true }),
  );
  const page = <PushDevices hasLocation={hasLocation} saveOnServer={saveOnServer} />;
  return { ...renderPage(page, { at: "/notifications-settings" }), ...calls };
}

describe("this browser", () => {
  test("is subscribed by a press, which prompts for permission", async () => {
    const { user, calls, add } = open([]);
    const button = await screen.findByRole("button", { name: "Turn on for this device" });
    expect(browser.subscribe).not.toHaveBeenCalled();
    add(reply(listDevices, [makeDevice()]));
    await user.click(button);
    await screen.findByRole("switch", { name: "Notifications" });
    expect(browser.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: "the-key",
    });
    expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({
      endpoint: "https://push.example/here",
      keys: { p256dh: "pub", auth: "sec" },
    });
  });

  test("shows the reason when permission is denied or the push service fails", async () => {
    const { user } = open([]);
    browser.requestedPermission = "denied";
    await user.click(await screen.findByRole("button", { name: "Turn on for this device" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(/Notifications from this site are blocked/);
    browser.requestedPermission = "granted";
    browser.subscribe.mockRejectedValueOnce(new DOMException("", "AbortError"));
    await user.click(screen.getByRole("button", { name: "Turn on for this device" }));
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(/could not be reached/));
  });

  test.for([
    ["on plain http", () => vi.stubGlobal("isSecureContext", false), /Notifications require HTTPS/],
    [
      "refused before",
      () => Object.assign(browser, { permission: "denied" }),
      /Notifications from this site are blocked/,
    ],
    [
      "without a push service",
      () => Reflect.deleteProperty(window, "PushManager"),
      /does not support push notifications/,
    ],
    [
      "an iPhone that is not installed",
      () => {
        Reflect.deleteProperty(window, "PushManager");
        vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)");
      },
      /Add to Home Screen/,
    ],
  ] as const)("%s explains what is missing", async ([, change, message]) => {
    change();
    open([]);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Turn on for this device" })).toBeNull();
    vi.restoreAllMocks();
  });
});

describe("a device", () => {
  test("is turned on, and the server receives the location", async () => {
    const { user, calls } = open([makeDevice()]);
    await user.click(await screen.findByRole("switch", { name: "Prayer alerts" }));
    await waitFor(() => expect(saveOnServer).toHaveBeenCalledOnce());
    expect(calls.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
      { prayerAlerts: true },
    ]);
  });

  test("is turned off when the server did not accept the location", async () => {
    saveOnServer.mockRejectedValueOnce(new Error("no"));
    const { user, calls } = open([makeDevice()]);
    await user.click(await screen.findByRole("switch", { name: "Prayer alerts" }));
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
        { prayerAlerts: true },
        { prayerAlerts: false },
      ]),
    );
  });

  test("cannot be turned on without a location", async () => {
    open([makeDevice()], false);
    expect(await screen.findByRole("switch", { name: "Prayer alerts" })).toBeDisabled();
    expect(screen.getByRole("link", { name: "Choose a location" })).toHaveAttribute("href", "/prayer-times");
  });

  test("shows the last delivery, and is tested, renamed and removed", async () => {
    const { user, calls } = open([makeDevice({ lastSucceededAt: new Date(), lastError: "unreachable" })]);
    expect(
      await screen.findByText(/Last delivered: Just now\. Could not reach the push service/),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: /Send a test/ }));
    await user.click(screen.getByRole("button", { name: /Rename/ }));
    const dialog = await screen.findByRole("dialog");
    await user.clear(within(dialog).getByRole("textbox"));
    await user.type(within(dialog).getByRole("textbox"), "The old phone");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: /Remove/ }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(calls.map(({ method }) => method)).toContain("DELETE"));
    expect(calls.map(({ method }) => method).filter((method) => method !== "GET")).toEqual([
      "POST",
      "PATCH",
      "DELETE",
    ]);
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ name: "The old phone" });
  });
});

describe("prayer alerts of several devices", () => {
  const turnOff = "Turn off prayer alerts on all devices";
  const [phone, laptop] = [
    makeDevice({ id: PushDeviceId.parse("0d000000-0000-4000-8000-000000000011"), prayerAlerts: true }),
    makeDevice({ id: PushDeviceId.parse("0d000000-0000-4000-8000-000000000012"), prayerAlerts: true }),
  ];

  test("are turned off together", async () => {
    const { user, calls } = open([phone, laptop]);
    await user.click(await screen.findByRole("button", { name: turnOff }));
    expect(await screen.findByText(/the server has deleted your location/)).toBeVisible();
    expect(calls.find(({ method }) => method === "DELETE")?.url).toBe("/api/prayer/profile");
  });

  test("have no common button for a single device", async () => {
    open([phone, { ...laptop, prayerAlerts: false }]);
    expect(await screen.findAllByRole("switch", { name: "Prayer alerts" })).toHaveLength(2);
    expect(screen.queryByRole("button", { name: turnOff })).toBeNull();
  });
});
