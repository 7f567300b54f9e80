import type { OverviewStep } from "@/lib/overview/overview-views";
import type { OverviewSpan } from "@/server/dashboard/overview/domain/overview-span";

/** A week of payments. */
const DAYS = ["19", "20", "21", "22", "23", "24", "25"] as const;
const startOf = (day: number): string => `2026-11-${String(day)}T00:00:00.000Z`;
export const steps: OverviewStep[] = DAYS.map((day, index) => ({
  from: startOf(Number(day)),
  until: startOf(Number(day) + 1),
  counts: {
    SUCCESS: 80 + ((index * 37) % 50),
    INITIATED: index === 6 ? 9 : 0,
    CANCELLED: 2 + (index % 3),
    DROP: 6 + ((index * 5) % 7),
    FAILURE: 10 + ((index * 11) % 13),
  },
}));
const NONE = { SUCCESS: 0, INITIATED: 0, CANCELLED: 0, DROP: 0, FAILURE: 0 };
export const counts = steps.reduce(
  (sum, step) => ({
    SUCCESS: sum.SUCCESS + step.counts.SUCCESS,
    INITIATED: sum.INITIATED + step.counts.INITIATED,
    CANCELLED: sum.CANCELLED + step.counts.CANCELLED,
    DROP: sum.DROP + step.counts.DROP,
    FAILURE: sum.FAILURE + step.counts.FAILURE,
  }),
  NONE,
);
export const span: OverviewSpan = {
  range: "7d",
  bucket: "day",
  from: new Date(startOf(19)),
  until: new Date(startOf(26)),
  starts: steps.map(({ from }) => new Date(from)),
};
export const PARTS = [
  { name: "stripe", paid: 412, ended: 470, rate: 0.8766 },
  { name: "razorpay", paid: 260, ended: 344, rate: 0.7558 },
  { name: null, paid: 0, ended: 12, rate: 0 },
];
