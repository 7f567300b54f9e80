import { scaleLinear, type ScaleLinear } from "d3-scale";
import type { GatewayRates } from "@/lib/gateways/rate-view";

export const CHART_HEIGHT = 140;

/** The most that is cut away below the lowest rate: a small difference stays small. */
const MOST_CUT = 0.8;

/**
 * One scale for the charts of all gateways, so that they can be compared. From a multiple of 10 % below everything that
 * is drawn, up to 100 %.
 */
export function rateScale(gateways: readonly GatewayRates[]): ScaleLinear<number, number> {
  const lows = gateways.flatMap(({ points, before }) => [
    ...points.flatMap(({ rate }) => (rate === null ? [] : [rate.interval.low])),
    ...(before?.rate ? [before.rate.share] : []),
  ]);
  const lowest = Math.floor(Math.min(MOST_CUT, ...lows) * 10) / 10;
  return scaleLinear().domain([lowest, 1]).range([CHART_HEIGHT, 0]);
}
