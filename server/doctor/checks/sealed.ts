import { commandsHere } from "@/server/platform/commands-here";
import { type Finding, ok, problem, warning } from "../finding";

/** Secrets of a kind in the database, and how many of them the key of this environment does not open. */
export type SealedKind = { kind: string; total: number; unreadable: number };

/** `otherKey`: the variable of a change of the key, when it is set. */
export function checkSealed(
  variable: string,
  kinds: readonly SealedKind[],
  otherKey: string | null,
): Finding[] {
  const check = `sealed with ${variable}`;
  const findings = kinds
    .filter(({ unreadable }) => unreadable > 0)
    .map(({ kind, total, unreadable }) =>
      problem(
        check,
        `${String(unreadable)} of ${String(total)} ${kind} do not open`,
        unreadable === total && otherKey === null
          ? `Set ${variable} to the key that sealed them, as every process has it. After a change of the key set the other key, too.`
          : commandsHere(
              "After a change of the key, set the other key and run npm run reseal. Otherwise rotate or reset what it names: docs/monitoring.md.",
            ),
      ),
    );
  if (findings.length > 0) return findings;
  if (otherKey !== null) {
    return [
      warning(
        check,
        `${otherKey} is set: the key is being changed`,
        commandsHere(
          `Run npm run reseal until it seals none, then restart each process without ${otherKey}.`,
        ),
      ),
    ];
  }
  return [ok(check, kinds.map(({ kind, total }) => `${String(total)} ${kind}`).join(", "))];
}
