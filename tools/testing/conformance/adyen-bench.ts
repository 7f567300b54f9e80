import { systemClock } from "@/server/platform/clock";
import { ADYEN_CHECKOUT, type AdyenItem, startAdyenDouble, TEST_ADYEN } from "../routing/adyen-double";
import { depsOn } from "../routing/deps";
import { loadVendorDocument, vendorFile } from "../routing/documents/vendor-document";
import type { TestService } from "../routing/service";
import type { VendorFault } from "../routing/vendor-server";
import { createAdyen } from "@/server/routing/gateway/adyen/adyen";
import { adyenTerms } from "@/server/routing/gateway/adyen/currencies";
import { createAdyenEvents } from "@/server/routing/gateway/adyen/events";
import { fromMinorUnits, toMinorUnits } from "@/server/routing/gateway/minor-units";
import type { Gateway } from "@/server/routing/gateway/port";
import { DEFAULT_TIME_LIMIT_MS } from "@/server/routing/gateway/time-limit";
import { type Bench, type Operation, IMPATIENT_MS } from "./bench";
import type { Lacks } from "./cases";
import { documentedErrors } from "./documented-errors";
import { changedBody } from "./stripe-bench";

const NO_LOOKUP = "Adyen has no call for a refund: what it reported is stored (decision 0307)";

const MISSING = "the document is not in the folder of vendors' documents";
export const WITHOUT_DOCUMENT = {
  "no documented error of a lookup says anything about the money": MISSING,
  "each documented error of a refund is a failure without a refund, or unknown": MISSING,
  "each documented error of opening is a refusal or an outage": MISSING,
} as const;

export const ADYEN_LACKS: Lacks = {
  "more than is left is never refunded": "Adyen accepts the request and reports its failure later",
  "a refund status that was added since is pending": NO_LOOKUP,
  "a refund that the vendor does not have is unknown": NO_LOOKUP,
  "a notification of a payment that was not made moves no money":
    "a signed notification is Adyen's only record of a payment (decision 0307)",
  "a notification that was recorded long ago is refused": "Adyen signs no time",
  ...(vendorFile(ADYEN_CHECKOUT) === null ? WITHOUT_DOCUMENT : {}),
};

export async function adyenBench(service: TestService): Promise<Bench> {
  const double = await startAdyenDouble();
  const own = depsOn(service);
  const clock = systemClock;
  const adapter = (
    url: string,
    apiKey: string = TEST_ADYEN.apiKey,
    timeLimitMs = DEFAULT_TIME_LIMIT_MS,
  ): Gateway =>
    createAdyen({
      ...TEST_ADYEN,
      apiKey,
      apiBase: new URL(url),
      timeLimitMs,
      events: createAdyenEvents(own.deps.pool, clock, null),
      clock,
    });
  const gateway = adapter(double.url);
  /** What has happened and was not delivered yet. */
  let unheard: AdyenItem[] = [];
  let isHolding = false;
  const reported = new Set<string>();
  const error = (status: number, errorCode = "000"): VendorFault => ({
    kind: "error",
    status,
    body: { status, errorCode, errorType: "validation", message: "Something about ravi@example.com." },
  });
  const link = (id: string) => {
    const found = double.links.get(id);
    if (found === undefined) throw new Error(`the double has no link ${id}`);
    return found;
  };
  const paymentOf = (checkoutId: string) =>
    [...double.payments.values()].findLast(({ reference }) => reference === link(checkoutId).reference);
  const PATHS: Record<Operation, [method: string, path: string]> = {
    open: ["POST", "/paymentLinks"],
    fetch: ["GET", "/paymentLinks/PL1"],
    void: ["PATCH", "/paymentLinks/PL1"],
    refund: ["POST", "/payments/P1/refunds"],
    fetchRefund: ["GET", "/none"],
  };

  return {
    name: "adyen",
    gateway,
    currency: "INR",
    server: double,
    calls: {
      open: { method: "POST", path: /^\/v72\/paymentLinks$/ },
      fetch: { method: "GET", path: /^\/v72\/paymentLinks\// },
      void: { method: "PATCH", path: /^\/v72\/paymentLinks\// },
      refund: { method: "POST", path: /\/refunds$/ },
      fetchRefund: { method: "GET", path: /^\/none$/ },
    },
    pay(checkoutId, amount) {
      const units =
        amount === undefined ? null : toMinorUnits(amount.amountPaise, amount.currency, adyenTerms);
      const other =
        amount === undefined || units?.ok !== true
          ? undefined
          : { value: units.value, currency: amount.currency };
      const payment = double.pay(checkoutId, other);
      unheard.push(double.authorised(payment));
      return payment.pspReference;
    },
    decline(checkoutId) {
      unheard.push(double.refused(checkoutId, "Not enough balance"));
      return { code: "not_enough_balance", message: "Not enough balance" };
    },
    expire: (checkoutId) => double.expire(checkoutId),
    setUnknownStatus(_, id) {
      link(id).status = "addedByTheVendor";
      double.vary("unknown_enums", 1);
    },
    checkoutsOf: ({ paymentId }) =>
      [...double.links.values()].filter(({ reference }) => reference.endsWith(`-${paymentId}`)).length,
    refundsOf: (charge) =>
      [...double.refunds.values()]
        .filter(({ paymentPspReference: of }) => of === charge)
        .map(({ amount: { value, currency } }) => fromMinorUnits(value, currency, adyenTerms) ?? -1n),
    holdRefunds: () => void (isHolding = true),
    endRefund(id, status) {
      reported.add(id);
      unheard.push(double.refundReported(id, status === "SUCCESS"));
    },
    forgetKeys: () => double.deleteExpiredIdempotencyKeys(),
    async hear() {
      for (const id of isHolding ? [] : double.refunds.keys()) {
        if (!reported.has(id)) unheard.push(double.refundReported(id, true));
        reported.add(id);
      }
      isHolding = false;
      const heard = unheard;
      unheard = [];
      for (const item of heard) await gateway.readNotification(double.notification(item));
    },
    refusal: () => error(422, "137"),
    refusalForNow: () => error(422, "167"),
    breakAmount(checkoutId) {
      const units = 10_501;
      // Not a whole number of hundredths in a currency with three decimals.
      unheard = unheard.map((item) =>
        item.merchantReference === link(checkoutId).reference
          ? { ...item, amount: { value: units, currency: "KWD" } }
          : item,
      );
    },
    error,
    stranger: () => adapter(double.url, "test_key_of_nobody"),
    impatient: adapter(double.url, TEST_ADYEN.apiKey, IMPATIENT_MS),
    unreachable: () => adapter("http://127.0.0.1:9"),
    paymentNotification(checkoutId, { forged = false } = {}) {
      const payment = paymentOf(checkoutId);
      if (payment === undefined) throw new Error("nobody has paid");
      return double.notification(double.authorised(payment), forged ? { hmacKey: "00".repeat(32) } : {});
    },
    refundNotification: (id) => double.notification(double.refundReported(id, true)),
    otherNotification(content) {
      const item = {
        pspReference: "REPORT0000000001",
        eventCode: "REPORT_AVAILABLE",
        success: true,
        merchantReference: "",
        reason: "https://vendor.example/report.csv",
        amount: { value: 0, currency: "EUR" },
      };
      if (content === undefined) return double.notification(item);
      return { rawBody: Buffer.from(JSON.stringify(content)), headers: {} };
    },
    changed: changedBody,
    unsigned(notification) {
      const body = notification.rawBody.toString("utf8").replaceAll(/"hmacSignature":"[^"]*"/g, '"other":""');
      return { ...notification, rawBody: Buffer.from(body) };
    },
    vary: (variety, seed) => double.vary(variety, seed),
    documentedErrors(operation) {
      const document = loadVendorDocument(ADYEN_CHECKOUT);
      return document === null ? [] : documentedErrors(document, ...PATHS[operation]);
    },
    takeProblems: () => double.problems.splice(0),
    lacks: ADYEN_LACKS,
    async close() {
      await own.close();
      await double.close();
    },
  };
}
