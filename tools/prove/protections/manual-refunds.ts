import { type Protected, without } from "./protected";

const TEST = "server/dashboard/manual-refunds/commands/manual-refunds.db.test.ts";

/** Refunds made without a gateway (decision 0289). */
export const MANUAL_REFUNDS: readonly Protected[] = [
  {
    row: 93,
    fault: "a refund is sent while a manual refund of the same payment is recorded",
    test: { file: TEST, name: "leaves no more to a refund than is left, when both are submitted at once" },
    also: ["e2e/manual-refunds.spec.ts"],
    ...without(
      "the manual refunds in the reservations",
      "server/dashboard/refunds/queries/read-reservations.ts",
      'manualPaise: held.get("manual") ?? 0n,',
      "manualPaise: 0n,",
    ),
  },
  {
    row: 94,
    fault: "a manual refund is confirmed by the person who recorded it",
    test: { file: TEST, name: "is confirmed by a second person only, also after a change of role" },
    ...without(
      "the comparison of recorder and confirmer",
      "server/dashboard/manual-refunds/commands/on-manual-refund.ts",
      'if (isOwn && by === "others") return { kind: "own" };',
    ),
  },
  {
    row: 92,
    fault: "the form of a manual refund is sent several times",
    test: {
      file: TEST,
      name: "is one record however often its form is submitted, with the same values only",
    },
    noRemoval: "it is the primary key of the record, which the form's id is",
  },
];
