import type { WireRule } from "@/lib/contract/rules/rule";
import { gatewaysOfTarget } from "@/lib/contract/rules/target";
import { isTimeZone } from "@/lib/time-zone";
import type { Gateways } from "../../gateway/port";

/** A reason to reject a well-formed rule; `path` leads to it inside the list of rules. */
export type RuleProblem = { path: readonly (string | number)[] } & (
  | { kind: "unknown_gateway" | "gateway_off"; gateway: string }
  | { kind: "time_zone"; timeZone: string }
);

/**
 * Checked when rules are saved, and again when saved ones are shown: gateways are added and removed, and older rules
 * may use other time zones.
 */
export function ruleProblems(gateways: Gateways, rules: readonly WireRule[]): RuleProblem[] {
  return rules.flatMap((rule, index) => [
    ...gatewaysOfTarget(rule.target).flatMap(({ gateway, path }): RuleProblem[] => {
      const found = gateways.get(gateway);
      if (found?.takesPayments === true) return [];
      const kind = found === undefined ? "unknown_gateway" : "gateway_off";
      return [{ kind, gateway, path: [index, "target", ...path] }];
    }),
    ...(rule.active_times?.windows ?? []).flatMap(({ time_zone: timeZone }, place): RuleProblem[] => {
      const path = [index, "active_times", "windows", place, "time_zone"];
      return isTimeZone(timeZone) ? [] : [{ kind: "time_zone", timeZone, path }];
    }),
  ]);
}
