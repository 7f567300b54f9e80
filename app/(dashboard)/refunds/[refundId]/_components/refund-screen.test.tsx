// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { QueryProvider } from "@/components/live/query-provider";
import { paths } from "@/lib/paths";
import type { RefundLookup, RefundView } from "@/lib/refunds/refund-view";
import { mount, type Mounted } from "@/tools/testing/mounted";
import { RefundScreen } from "./refund-screen";

const AT = "2026-11-20T10:00:00.000Z";
const REFUND: RefundView = {
  refundId: "RFD202611201763700000000",
  transactionId: "TXN202611201763700000000",
  reference: "ORDER-1",
  amount: "45.92",
  currency: "INR",
  status: "PROCESSING",
  gatewayRefundId: null,
  reason: null,
  requestedAt: AT,
  completedAt: null,
  requestedBy: null,
  isTest: false,
  wasPaidLate: false,
  failure: null,
};

const respond = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();
/** The service's answer, read a moment ago; the server asks it again two seconds later. */
function answerWith(refund: RefundView): void {
  respond.mockImplementation(() => {
    const now = new Date();
    const isOpen = refund.completedAt === null;
    const view: RefundLookup = {
      kind: "found",
      refund,
      checkedAt: now.toISOString(),
      nextCheckAt: isOpen ? new Date(now.getTime() + 2_000).toISOString() : null,
      serviceError: null,
      now: now.toISOString(),
    };
    return Promise.resolve(Response.json(view));
  });
}

const pass = (ms: number): Promise<void> => act(() => vi.advanceTimersByTimeAsync(ms).then(() => undefined));
async function open(): Promise<Mounted> {
  const page = await mount(
    <QueryProvider>
      <RefundScreen refundId={REFUND.refundId} mayRefund mayViewAudit={false} />
    </QueryProvider>,
  );
  await pass(0);
  // The first answer comes with the page from the server.
  page.router.refresh.mockClear();
  return page;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", respond);
  respond.mockReset();
  answerWith(REFUND);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a refund in progress is asked for again until it has ended, then never again, and the page is read anew", async () => {
  const page = await open();
  expect(page.text()).toContain("PROCESSING");
  const first = respond.mock.calls.length;
  await pass(10_000);
  expect(respond.mock.calls.length).toBeGreaterThan(first);
  expect(page.router.refresh).not.toHaveBeenCalled();
  answerWith({ ...REFUND, status: "SUCCESS", completedAt: AT });
  await pass(10_000);
  expect(page.text()).toContain("SUCCESS");
  expect(page.router.refresh).toHaveBeenCalledOnce();
  const last = respond.mock.calls.length;
  await pass(600_000);
  expect(respond.mock.calls).toHaveLength(last);
  await page.end();
});

test("“Check now” has the server ask the service at once", async () => {
  const page = await open();
  respond.mockClear();
  await page.press("Check now");
  await pass(0);
  expect(respond.mock.calls.map(([path, init]) => [path, init?.method])).toEqual([
    [paths.api.refund(REFUND.refundId), "POST"],
  ]);
  await page.end();
});

test("a hidden tab asks for nothing, and at once when it is shown", async () => {
  const page = await open();
  const visibility = vi.spyOn(document, "visibilityState", "get");
  const show = (state: "hidden" | "visible"): void => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  };
  show("hidden");
  await pass(10_000);
  respond.mockClear();
  await pass(600_000);
  expect(respond).not.toHaveBeenCalled();
  show("visible");
  await pass(100);
  expect(respond).toHaveBeenCalled();
  await page.end();
});
