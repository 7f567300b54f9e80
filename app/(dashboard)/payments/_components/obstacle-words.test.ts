import { expect, test } from "vitest";
import { deedObstacle, ROLES, type PaymentDeed } from "@/lib/can";
import { PAYMENT_STATUSES } from "@/lib/contract/statuses";
import { obstacleWords } from "./obstacle-words";

const DEEDS: readonly PaymentDeed[] = ["cancel_payment", "refund_payment"];

const obstructed = DEEDS.flatMap((deed) =>
  ROLES.flatMap((role) =>
    PAYMENT_STATUSES.flatMap((status) =>
      [true, false].flatMap((isLatest) => {
        const obstacle = deedObstacle(deed, { role, status, isLatest });
        return obstacle === null ? [] : [{ deed, role, status, isLatest, obstacle }];
      }),
    ),
  ),
);

test.each(obstructed)("$deed by $role on $status (latest: $isLatest) says why not", (row) => {
  expect(obstacleWords(row.deed, row.obstacle, row)).toMatch(/^[A-Z].+\.$/);
});

test("a role that may not is named, so that the person knows whom to ask", () => {
  expect(obstacleWords("refund_payment", "role", { role: "ops", status: "SUCCESS" })).toContain("ops role");
});
