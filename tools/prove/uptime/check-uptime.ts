/** One request: answered as it should be, refused with a 503 or no connection, or otherwise, in words. */
export type Answer = { name: string; what: string };

/** What the service accepted from a merchant, and whether it still has it. */
export type Kept = { what: string; isThere: boolean };

/** All observations of one run of `npm start`. */
export type Seen = {
  /** Whether it gave up before it was stopped. */
  endedEarly: boolean;
  /** The requests that were not answered again in time after a kill. */
  silent: readonly string[];
  answers: readonly Answer[];
  kept: readonly Kept[];
  exitCode: number | null;
  /** The processes that it left behind. */
  left: number;
};

export function checkUptime({ endedEarly, silent, answers, kept, exitCode, left }: Seen): string[] {
  const wrong = answers.filter(({ what }) => what !== "answered" && what !== "unavailable");
  return [
    ...(endedEarly ? ["npm start gave up"] : []),
    ...silent.map((name) => `${name} was not answered again after a kill`),
    ...new Set(
      wrong.map(({ name, what }) => `${name} was answered neither with success nor with 503: ${what}`),
    ),
    ...kept.filter(({ isThere }) => !isThere).map(({ what }) => `${what} was acknowledged and is gone`),
    ...(exitCode === 0 ? [] : [`npm start ended with code ${exitCode ?? "none"}`]),
    ...(left === 0 ? [] : [`npm start left ${left} processes`]),
  ];
}
