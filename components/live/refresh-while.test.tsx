// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount, type Mounted } from "@/tools/testing/mounted";
import { RefreshWhile } from "./refresh-while";

const respond = vi.fn<() => Promise<Response>>();
const refreshes = ({ router }: Mounted): number => router.refresh.mock.calls.length;

/** Longer than any pause between two refreshes. */
const passes = (): Promise<void> => act(() => vi.advanceTimersByTimeAsync(600_000).then(() => undefined));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", respond);
  respond.mockImplementation(() => Promise.resolve(new Response("{}")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function type(field: HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

test("a page does not refresh itself while a field is filled in, and does again when it is empty", async () => {
  const page = await mount(<RefreshWhile isOpen seed="queue" />);
  await passes();
  expect(refreshes(page)).toBeGreaterThan(0);
  const field = document.createElement("textarea");
  document.body.append(field);
  type(field, "Called the customer, who says that");
  const before = refreshes(page);
  await passes();
  expect(refreshes(page)).toBe(before);
  type(field, "");
  await passes();
  expect(refreshes(page)).toBeGreaterThan(before);
  field.remove();
  await page.end();
});

test("a page does not refresh itself behind a dialog, nor when nothing on it can change any more", async () => {
  const page = await mount(<RefreshWhile isOpen seed="queue" />);
  const dialog = document.createElement("dialog");
  dialog.setAttribute("open", "");
  document.body.append(dialog);
  await passes();
  expect(refreshes(page)).toBe(0);
  dialog.remove();
  await page.show(<RefreshWhile isOpen={false} seed="queue" />);
  await passes();
  expect(refreshes(page)).toBe(0);
  await page.end();
});

test("a page whose server cannot be reached stays, and is refreshed once it can be again", async () => {
  const page = await mount(<RefreshWhile isOpen seed="queue" />);
  respond.mockImplementation(() => Promise.reject(new TypeError("connection lost")));
  await passes();
  expect(refreshes(page)).toBe(0);
  respond.mockImplementation(() => Promise.resolve(new Response("{}")));
  await passes();
  expect(refreshes(page)).toBeGreaterThan(0);
  await page.end();
});

test("a page whose session has ended says so, once, and does not leave for the sign-in by itself", async () => {
  const page = await mount(<RefreshWhile isOpen seed="queue" />);
  respond.mockImplementation(() => Promise.resolve(new Response("", { status: 401 })));
  await passes();
  const link = document.querySelector<HTMLAnchorElement>('[role="alert"] a');
  expect(link?.textContent).toMatch(/sign in/i);
  const asked = respond.mock.calls.length;
  await passes();
  expect(respond.mock.calls).toHaveLength(asked);
  expect(refreshes(page)).toBe(0);
  expect(page.router.push).not.toHaveBeenCalled();
  expect(page.router.replace).not.toHaveBeenCalled();
  await page.end();
});
