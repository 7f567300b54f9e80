import { within } from "@testing-library/dom";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import type { OpsResult } from "@/lib/contract/ops";
import { CATALOGUES } from "@/lib/messages";
import { presentDecision } from "@/server/dashboard/payments/domain/payment-detail";
import { documentOf } from "@/tools/testing/streamed-document";
import { SuccessRates } from "./success-rates";

type Known = NonNullable<
  OpsResult<"payments.get">["routing_decision"]["success_rates"]
>[number]["gateways"][number];

const NORTH: Known = {
  gateway: "north",
  success_rate: 0.942,
  fee_rate: 0.0236,
  share: 0.5,
  outcomes: 100,
  is_failing: false,
};
const SIMULATOR: Known = { ...NORTH, gateway: "simulator", success_rate: 0.931, fee_rate: 0.009 };

/** What a payment's page shows of a decision for the simulator, as the service answered it. */
function paint(costWithin: number | undefined, gateways: Known[]): HTMLElement {
  const { successRates } = presentDecision({
    rule_set_version: 1,
    rules: [],
    attempts: [],
    success_rates: [
      {
        rule_id: "cheap",
        segment: {
          currency: "INR",
          payment_method: "UPI",
          card_scheme: null,
          issuing_bank: null,
          amount_from: "100.00",
          amount_below: "1000.00",
        },
        counted_at: "2026-11-20T10:00:00.000Z",
        ...(costWithin === undefined ? {} : { cost_within: costWithin }),
        gateways,
      },
    ],
  });
  const html = renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      <SuccessRates all={successRates} chosen="simulator" />
    </MessagesProvider>,
  );
  return documentOf(html, "http://localhost/").body;
}

const CHEAPER = "simulator has a lower fee than north, and its estimate is 1.1 points lower.";
const rowOf = (painted: HTMLElement): string | null =>
  within(painted).getByRole("row", { name: /^simulator/ }).textContent;

test("the fees that a rule weighed are shown, and why a gateway that succeeds less often was chosen", () => {
  const painted = paint(0.015, [NORTH, SIMULATOR]);
  within(painted).getByRole("columnheader", { name: "Fee" });
  expect(rowOf(painted)).toBe("simulator93.1%0.9%10050%");
  expect(painted.textContent).toContain(CHEAPER);
});

test("a lower fee is no reason where fees did not count, or one of them was not known", () => {
  expect(paint(undefined, [NORTH, SIMULATOR]).textContent).not.toContain("has a lower fee");
  const unknown = paint(0.015, [{ ...NORTH, fee_rate: null }, SIMULATOR]);
  expect(unknown.textContent).not.toContain("has a lower fee");
});
