import { OverviewScreen } from "@/app/(dashboard)/overview/_components/overview-screen";
import type { OverviewPayments, OverviewView } from "@/lib/overview/overview-views";
import { counts, PARTS, span, steps } from "./chart-data";
import { Example } from "./example";

const SERVICE = "https://payments.example.com";
const counted: OverviewPayments = {
  kind: "counted",
  steps,
  totals: { counts, rate: 0.82, paid: [{ currency: "INR", amount: "1284320.50" }] },
  before: {
    totals: { counts, rate: 0.79, paid: [{ currency: "INR", amount: "1184320.50" }] },
    sums: steps.map((_, index) => 90 + index * 6),
  },
  byGateway: PARTS,
  byMethod: [{ name: "UPI", paid: 412, ended: 470, rate: 0.8766 }],
};
const view: OverviewView = {
  payments: counted,
  gain: {
    payments: 12_940,
    compared: 12_940,
    gain: { difference: 0.018, low: 0.006, high: 0.03 },
    basis: "earlier",
  },
  stuck: { count: 9, atLeast: false },
  refunds: {
    byAge: { source: "service", ages: { hour: 4, day: 2, week: 1, older: 0 }, atLeast: false },
    byReason: [
      {
        reason: { code: "goods_returned", name: "Goods returned", nameHi: "सामान लौटाया गया" },
        count: 31,
        sums: [{ currency: "INR", amount: "48210.50" }],
      },
      {
        reason: { code: "duplicate_payment", name: "Duplicate payment", nameHi: "दो बार भुगतान हुआ" },
        count: 15,
        sums: [
          { currency: "INR", amount: "12940.00" },
          { currency: "USD", amount: "80.00" },
        ],
      },
      { reason: null, count: 5, sums: [{ currency: "INR", amount: "2100.00" }] },
    ],
    byEnd: { SUCCESS: 40, paid_late: 1, FAILURE: 2, open: 7, unknown: 1, refused: 1, not_sent: 0 },
  },
};
const VIEWS: readonly { state: string; one: OverviewView }[] = [
  { state: "everything", one: view },
  {
    state: "without the period before",
    one: { ...view, gain: null, payments: { ...counted, before: null } },
  },
  {
    state: "the service is unavailable",
    one: { ...view, payments: { kind: "service_error", serviceError: { kind: "unavailable" } }, stuck: null },
  },
  {
    state: "a service without the ops extension",
    one: {
      ...view,
      payments: { kind: "not_offered" },
      stuck: null,
      refunds: { ...view.refunds, byAge: { ...view.refunds.byAge, source: "ledger", atLeast: true } },
    },
  },
];

/** The overview, whole and in parts. */
export function OverviewExamples() {
  return VIEWS.map(({ state, one }) => (
    <Example key={state} component="OverviewScreen, OverviewTiles, RefundPanels" state={state}>
      <OverviewScreen view={one} span={span} zone="Asia/Kolkata" serviceAddress={SERVICE} />
    </Example>
  ));
}
