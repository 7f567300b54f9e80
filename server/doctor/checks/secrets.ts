import { commandsHere } from "@/server/platform/commands-here";
import { type Finding, ok, problem } from "../finding";

/** `value` is null when it is set nowhere. Only its length and its likeness to others are ever shown. */
export type SecretFacts = { name: string; value: string | null; isNeeded: boolean; leastLength: number };

const GUESSABLE = /^(change[-_ ]?me|secret|password|test|example|default|paydeck|development)[0-9!]*$/i;
const LEAST_CHARACTERS = 5;

export function checkSecrets(secrets: readonly SecretFacts[]): Finding[] {
  const check = "secrets";
  if (secrets.every(({ value, isNeeded }) => value === null && !isNeeded)) {
    return [ok(check, commandsHere("none is set yet: npm start generates them"))];
  }
  const findings = secrets.flatMap(({ name, value, isNeeded, leastLength }) => {
    if (value === null) {
      return isNeeded
        ? [problem(check, `${name} is not set`, `Set ${name} for every process that needs it.`)]
        : [];
    }
    if (GUESSABLE.test(value) || new Set(value).size < LEAST_CHARACTERS) {
      return [
        problem(check, `${name} can be guessed`, "Replace it with a random value: openssl rand -base64 32."),
      ];
    }
    if (value.length >= leastLength) return [];
    return [
      problem(
        check,
        `${name} has fewer than ${leastLength} characters`,
        "Replace it with a longer random value.",
      ),
    ];
  });
  const same = secrets.flatMap(({ name, value }, index) =>
    secrets
      .slice(index + 1)
      .filter((other) => value !== null && other.value === value)
      .map((other) =>
        problem(check, `${name} and ${other.name} are equal`, "Give each its own random value."),
      ),
  );
  const all = [...findings, ...same];
  return all.length > 0 ? all : [ok(check, "present, long enough, and all different")];
}
