import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { permissionObstacle, ROLES, type Role } from "@/lib/can";
import { PAYMENT_STATUSES, type PaymentStatus } from "@/lib/contract/statuses";
import { CATALOGUES } from "@/lib/messages";
import { LOCALES, type Locale } from "@/lib/messages/locale";
import { RecordActions } from "./record-actions";

type Case = { locale: Locale; role: Role; status: PaymentStatus; isLatest: boolean };

const CASES: Case[] = LOCALES.flatMap((locale) =>
  ROLES.flatMap((role) =>
    PAYMENT_STATUSES.flatMap((status) =>
      [true, false].map((isLatest) => ({ locale, role, status, isLatest })),
    ),
  ),
);

function paint({ locale, role, status, isLatest }: Case, page = {}): string {
  const payment = {
    transactionId: "TXN1",
    reference: "ORDER-1",
    amount: "10.00",
    currency: "INR",
    status,
    createdAt: "2026-11-21T08:00:00.000Z",
    gatewayTransactionId: null,
    udf: { udf1: null, udf2: null, udf3: null },
    isLatest,
    isTest: false,
  };
  const nothing = (): void => undefined;
  return renderToStaticMarkup(
    <MessagesProvider locale={locale} messages={CATALOGUES[locale]}>
      <RecordActions
        payment={payment}
        role={role}
        left="10.00"
        onCancel={nothing}
        onRequest={() => undefined}
        onRefund={nothing}
        onAboutToRefund={nothing}
        onAboutToCancel={nothing}
        {...page}
      />
    </MessagesProvider>,
  );
}

describe.each(CASES)("in $locale, for $role on $status (latest: $isLatest)", (row) => {
  const permissions = ["refund_payment", "cancel_payment"] as const;

  test("a cancel is there where the record and the role allow it, and no button is dead", () => {
    const painted = paint(row);
    const isAllowed = permissionObstacle("cancel_payment", row) === null;
    expect(painted.includes(`${CATALOGUES[row.locale].cancel.button}<`)).toBe(isAllowed);
    expect(painted.match(/(?<! data-early="") disabled=""/g)).toBeNull();
  });

  test("who can do it instead is shown where somebody can, with a link to copy", () => {
    const { button } = CATALOGUES[row.locale].common.copyLink;
    const forOthers = permissions.filter(
      (permission) =>
        permissionObstacle(permission, row) === "role" &&
        permissionObstacle(permission, { ...row, role: "admin" }) === null,
    );
    expect(paint(row).split(button)).toHaveLength(forOthers.length + 1);
  });
});

test("a role without the permission reads who has it, and has no button", () => {
  const painted = paint({ locale: "en", role: "ops", status: "SUCCESS", isLatest: true });
  expect(painted).toContain("Only finance and admins can refund.");
  expect(painted).toContain("Copy link for them");
  expect(painted).not.toContain("Refund<");
});

test.each(["support", "ops"] as const)(
  "%s requests the refund of a paid payment instead of making it",
  (role) => {
    const painted = paint({ locale: "en", role, status: "SUCCESS", isLatest: true });
    expect(painted).toContain("Request a refund<");
    expect(painted).not.toContain("Refund<");
  },
);

test.each(ROLES)("with nothing left to refund there is no refund for %s, and nobody else to ask", (role) => {
  const paid = { locale: "en", role, status: "SUCCESS", isLatest: true } as const;
  const offersRefund = /efund/;
  expect(paint(paid)).toMatch(offersRefund);
  expect(paint(paid, { left: "0.01" })).toMatch(offersRefund);
  // A service that tells no balance decides itself.
  expect(paint(paid, { left: null })).toMatch(offersRefund);
  expect(paint(paid, { left: "0.00" })).not.toMatch(offersRefund);
  for (const status of PAYMENT_STATUSES.filter((other) => other !== "SUCCESS"))
    expect(paint({ ...paid, status })).not.toMatch(offersRefund);
});

test.each(["support", "finance"] as const)(
  "a payment that nobody can act on has no row of actions for %s",
  (role) => {
    expect(paint({ locale: "en", role, status: "FAILURE", isLatest: true })).toBe("");
  },
);
