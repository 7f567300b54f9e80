import { commandsHere } from "@/server/platform/commands-here";
import { type Finding, info, problem, warning } from "../finding";

/** Moves of merchants between cells (decision 0334) that this database knows of. */
export type MoveFacts = {
  /** The name of this cell; null where there are no cells. */
  cell: string | null;
  unfinished: readonly {
    merchantId: number;
    name: string;
    stage: string;
    movedTo: string | null;
    /** Null when the version that began it did not note the time. */
    since: Date | null;
  }[];
  /** Jobs here of merchants that have moved away. */
  leftJobs: readonly { merchantId: number; movedTo: string | null; jobs: number }[];
};

/** As the alert of docs/monitoring.md. */
const LONG_MS = 600_000;

/** Nothing to say unless a move has not ended, or left jobs behind. */
export function checkMoves({ cell, unfinished, leftJobs }: MoveFacts, now: Date): Finding[] {
  const from = cell ?? "NAME";
  const again = (merchantId: number, to: string | null): string =>
    `npm run cells -- move --merchant ${String(merchantId)} --from ${from} --to ${to ?? "NAME"}`;
  return [
    ...unfinished.map(({ merchantId, name, stage, movedTo, since }) => {
      const isLong = since === null || now.getTime() - since.getTime() > LONG_MS;
      const stay =
        stage === "moved"
          ? ""
          : ` Or have it stay: npm run cells -- stay --merchant ${String(merchantId)} --at ${from}`;
      return (isLong ? problem : info)(
        "moves of merchants",
        `merchant ${String(merchantId)} (${name}) is on the move to ${movedTo ?? "another cell"} since ${since?.toISOString() ?? "an unknown time"}, at the step ${stage}: its requests are refused`,
        commandsHere(
          `Unless a command runs at the moment, give it again: ${again(merchantId, movedTo)}.${stay}`,
        ),
      );
    }),
    ...leftJobs.map(({ merchantId, movedTo, jobs }) =>
      warning(
        "moves of merchants",
        `${String(jobs)} jobs of merchant ${String(merchantId)} wait here, though it has moved to ${movedTo ?? "another cell"}`,
        commandsHere(`Hand them over: ${again(merchantId, movedTo)}`),
      ),
    ),
  ];
}
