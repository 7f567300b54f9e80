import { SANDBOX, useGatewayDoubles } from "./gateway-doubles";
import { rule } from "./rules";

/** That part of a hundred outcomes, spread evenly: as they come from a gateway whose rate does not change. */
export const evenly = (successes: number): boolean[] =>
  Array.from(
    { length: 100 },
    (_, index) => Math.floor((index * successes) / 100) < Math.floor(((index + 1) * successes) / 100),
  );
export const times = (n: number, isSuccess: boolean): boolean[] => Array.from({ length: n }, () => isSuccess);

/** What a rule named "best" does in each test, until the test stores others. */
export const BY_SUCCESS_RATE = {
  kind: "success_rate",
  gateways: ["one", "two"],
  floor_percent: 1,
  shift_percent: 100,
};

/** The sandbox merchant's payments by success rates, at two gateways that are doubles, and their outcomes. */
export function useSuccessRates() {
  const gateways = useGatewayDoubles(["one", "two"], [rule("best", { target: BY_SUCCESS_RATE })]);
  const { byHand } = gateways;

  async function addOutcomes(paymentId: string, gateway: string, results: readonly boolean[]): Promise<void> {
    await gateways.dropOwnOutcomes([paymentId]);
    await byHand.service.db.query(
      `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
       select $1, $2, $3, is_success, now() - interval '10 milliseconds' from unnest($4::boolean[]) is_success`,
      [SANDBOX, paymentId, gateway, results],
    );
  }
  const waiting = async (): Promise<unknown[]> =>
    (
      await byHand.service.db.query<{ gateway: string; is_success: boolean | null }>(
        "select gateway, is_success from payment_outcomes order by merchant_id, id",
      )
    ).rows;
  const counted = async (
    gateway: string,
    segment = "*",
  ): Promise<{ successes: number; failures: number }> => {
    const { rows } = await byHand.service.db.query<{ successes: number; failures: number }>(
      "select successes, failures from gateway_statistics where gateway = $1 and segment = $2",
      [gateway, segment],
    );
    return rows[0] ?? { successes: 0, failures: 0 };
  };

  return { ...gateways, addOutcomes, waiting, counted };
}
