import type { GatewaysAddress } from "@/app/(dashboard)/gateways/_components/gateways-address";
import { RatePanel } from "@/app/(dashboard)/gateways/_components/rate-panel";
import type { OpsResult } from "@/lib/contract/ops";
import type { PaymentKinds } from "@/lib/payments/payment-kinds";
import { presentRates, rateSpan } from "@/server/dashboard/gateways/domain/rate-view";
import { AT, EXAMPLES_AT } from "./data";
import { Example } from "./example";

const ZONE = "Asia/Kolkata";
export const GATEWAYS_ADDRESS: GatewaysAddress = {
  tab: "performance",
  declines: "7d",
  rates: "7d",
  segment: { method: null, band: null, currency: null, scheme: null, bank: null },
};
const ofKind: GatewaysAddress = {
  ...GATEWAYS_ADDRESS,
  segment: { ...GATEWAYS_ADDRESS.segment, method: "UPI", band: "100-1000" },
};

const KINDS: PaymentKinds = {
  currencies: ["INR", "USD"],
  schemes: ["VISA", "MASTERCARD"],
  banks: ["HDFC", "ICICI", "State Bank of India"],
};

const span = rateSpan("7d", new Date(EXAMPLES_AT), ZONE);
type Counted = OpsResult<"payments.success_rates">;

/** `paid` of each day; null where the gateway had few payments. */
function days(gateway: string, starts: readonly Date[], failed: number, paid: readonly (number | null)[]) {
  return starts.flatMap((start, day): Counted["rates"] => {
    const count = paid[day];
    if (count === undefined) return [];
    const few = count === null;
    return [
      {
        bucket: start.toISOString(),
        gateway,
        payments: few ? 5 : count + failed + 14,
        paid: few ? 3 : count,
        failed: few ? 1 : failed,
        unavoidable: few ? 1 : 9,
      },
    ];
  });
}

const counted = (rates: Counted["rates"], complete = true): Counted => ({ rates, since: AT, complete });
const before = [new Date(span.before.from)];
const now = [
  ...days("stripe", span.starts, 31, [390, 402, 377, 410, 396, 215, 168]),
  ...days("razorpay", span.starts, 8, [120, 132, 118, null, 96, 141, 70]),
  ...days("simulator-north-with-a-long-name", span.starts, 4, [null, null]),
];
const earlier = [
  ...days("stripe", before, 160, [2_900]),
  ...days("razorpay", before, 52, [640]),
  ...days("adyen", before, 2, [18]),
];

const VIEW = presentRates(counted(now), counted(earlier), span);
const STATES = [
  { state: "compared with the period before", view: VIEW, address: GATEWAYS_ADDRESS, mayListPayments: true },
  {
    state: "of one kind, too many to count, without the period before and without links",
    view: presentRates(counted(now, false), null, span),
    address: ofKind,
    mayListPayments: false,
  },
  {
    state: "of a card scheme and a bank, without links",
    view: presentRates(counted(now), counted(earlier), span),
    address: {
      ...GATEWAYS_ADDRESS,
      segment: { ...GATEWAYS_ADDRESS.segment, scheme: "VISA" as const, bank: "State Bank of India" },
    },
    mayListPayments: true,
  },
  {
    state: "no payments",
    view: presentRates(counted([]), counted([]), span),
    address: GATEWAYS_ADDRESS,
    mayListPayments: true,
  },
  {
    state: "no payments of this kind",
    view: presentRates(counted([]), counted([]), span),
    address: ofKind,
    mayListPayments: true,
  },
] as const;

/** Success rates over time, by gateway. */
export function GatewayRateExamples() {
  return (
    <>
      {STATES.map(({ state, view, address, mayListPayments }) => (
        <Example key={state} component="RatePanel" state={state}>
          <RatePanel
            read={{ kind: "found", value: view, readAt: AT }}
            kinds={address.segment.scheme === null ? null : KINDS}
            address={address}
            zone={ZONE}
            mayListPayments={mayListPayments}
          />
        </Example>
      ))}
    </>
  );
}
