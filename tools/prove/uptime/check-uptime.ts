import { groupBy } from "../stack/group-by";
import { downMs, type Kill, restartsOf } from "./availability";
import { TITLES } from "./parts";
import type { Probe } from "./probe";
import type { News, Stopped } from "./starter";

/** All observations of one run of `npm start`. */
export type Seen = {
  kills: readonly Kill[];
  news: readonly News[];
  probes: readonly Probe[];
  /** What the service accepted from a merchant, and whether it still has it. */
  acknowledged: readonly { what: string; isPresent: boolean }[];
  /** How the starter ended before it was stopped; null when it did not. */
  endedEarly: string | null;
  /** Null when it had ended before. */
  stopped: Stopped | null;
};

/** Generous: a bound for "it does not come back", not a promise of speed. */
export const BACK_LIMIT_MS = 60_000;

export function checkUptime(seen: Seen): string[] {
  return [
    ...(seen.endedEarly === null ? [] : [`npm start gave up: ${seen.endedEarly}`]),
    ...checkReturns(seen),
    ...seen.probes.flatMap(checkResponses),
    ...seen.acknowledged
      .filter(({ isPresent }) => !isPresent)
      .map(({ what }) => `${what} was acknowledged and is gone`),
    ...checkStop(seen.stopped),
  ];
}

/**
 * Each part responds within the limit after a kill, unless it is killed again before that, and the starter reports it
 * as back.
 */
function checkReturns({ kills, news, probes, endedEarly }: Seen): string[] {
  if (endedEarly !== null) return [];
  const late = kills.flatMap((kill) =>
    probes
      .filter(({ needs }) => needs.includes(kill.part))
      .flatMap((probe) => {
        const ms = downMs(kill, probe);
        const limit = kill.atMs + BACK_LIMIT_MS;
        const isKilledAgain = kills.some(
          ({ part, atMs }) => probe.needs.includes(part) && atMs > kill.atMs && atMs <= limit,
        );
        if (isKilledAgain || (ms !== null && ms <= BACK_LIMIT_MS)) return [];
        const how = ms === null ? "never answered again" : `did not answer for ${Math.round(ms / 1000)} s`;
        return [`${probe.name} ${how} after a kill of ${TITLES[kill.part]}`];
      }),
  );
  const silent = [...new Set(kills.map(({ part }) => part))].filter((part) =>
    restartsOf(part, kills, news).some(({ toMs }) => toMs === Infinity),
  );
  return [...late, ...silent.map((part) => `npm start never said that ${TITLES[part]} is back`)];
}

function checkResponses({ name, samples }: Probe): string[] {
  const wrong = samples.flatMap(({ outcome }) => (outcome.kind === "wrong" ? [outcome.what] : []));
  return [...groupBy(wrong, (what) => what)].map(
    ([what, all]) => `${name} was answered neither with success nor with 503, ${all.length} times: ${what}`,
  );
}

function checkStop(stopped: Stopped | null): string[] {
  if (stopped === null) return [];
  return [
    ...(stopped.isInOrder ? [] : [`npm start did not end in order: ${stopped.how}`]),
    ...stopped.left.map(({ pid, command }) => `npm start left a process: ${pid} ${command.join(" ")}`),
  ];
}
