import { randomFrom } from "./random.mjs";
import { Reports, reportOf } from "./reports.mjs";
import { customerOf } from "./world.mjs";

const HOUR_MS = 3_600_000;
const PER_HOUR = 120;
const FACTS = {
  currency: "INR",
  paymentMethod: "CC",
  cardScheme: "VISA",
  issuingBank: null,
  amountPaise: 50_000n,
};

/**
 * Two gateways and payments of one kind: the first gateway has been used for five days alone, then the other one is added. Returns its
 * share of the payments in each hour of the next three days.
 */
export function addGateway(core, rates, told, seed) {
  const random = randomFrom(seed);
  const statistics = new Map();
  const segments = core.segmentsOf(FACTS);
  const reports = new Reports();
  const [first, added] = ["first", "added"];
  const addedAt = 120 * HOUR_MS;
  const shares = [];
  for (let at = 0; at < addedAt + 72 * HOUR_MS; at += HOUR_MS / PER_HOUR) {
    for (const { gateway, isSuccess, at: when } of reports.until(at))
      core.countOutcome(
        statistics,
        { segments, gateway, isSuccess, at: new Date(when) },
        core.DEFAULT_STATISTICS,
      );
    let share = 0;
    if (at >= addedAt) {
      const known = core.knownOf(statistics, segments, [first, added], new Date(at), core.DEFAULT_STATISTICS);
      const contenders = known.map((one, index) => ({
        gateway: [first, added][index],
        ...one,
        feeRate: null,
      }));
      share = core.wantedShares(contenders, { floor: 0.05, costWithin: 0 })[1];
      shares.push(share);
    }
    const isAdded = random() < share;
    const customer = customerOf(random);
    const isSuccess = !customer.leaves && random() < rates[isAdded ? 1 : 0];
    const report = reportOf({ ...customer, isSuccess }, told);
    if (report !== null)
      reports.add({
        at: at + report.afterMs,
        gateway: isAdded ? added : first,
        isSuccess: report.isSuccess,
      });
  }
  return Array.from({ length: 72 }, (_, hour) => {
    const own = shares.slice(hour * PER_HOUR, (hour + 1) * PER_HOUR);
    return own.reduce((sum, one) => sum + one, 0) / own.length;
  });
}
