import { type Protected, without } from "./protected";

/** Gateways whose documents show calls that others have and they have not (decisions 0307, 0308). */
export const VENDORS: readonly Protected[] = [
  {
    row: 122,
    fault: "a refund at Adyen was never reported, and Adyen has forgotten its key",
    test: {
      file: "server/routing/gateway/adyen/adyen.db.test.ts",
      name: "that Adyen never reported is not sent again after its key's life: a person decides",
    },
    also: ["tools/testing/conformance/conformance.db.test.ts"],
    ...without(
      "the time of the first attempt",
      "server/routing/gateway/adyen/refund.ts",
      "if (clock.now().getTime() - firstSentAt.getTime() < KEY_LIFE_MS) return null;",
      "if (clock.now() > firstSentAt) return null;",
    ),
  },
  {
    row: 123,
    fault: "a customer approves an order at PayPal after the payment was cancelled",
    test: {
      file: "server/routing/gateway/paypal/paypal.test.ts",
      name: "that was closed is never captured, although the customer approves it afterwards",
    },
    also: ["tools/testing/conformance/conformance.db.test.ts"],
    ...without(
      "the intent that cannot be captured",
      "server/routing/gateway/paypal/checkout.ts",
      "value: CLOSED_INTENT",
      'value: "CAPTURE"',
    ),
  },
  {
    row: 124,
    fault: "a forged notification of PayPal names a certificate of its own",
    test: {
      file: "server/routing/gateway/paypal/paypal.test.ts",
      name: "whose certificate is at %s is refused without a call",
    },
    ...without(
      "the list of PayPal's hosts",
      "server/routing/gateway/paypal/certificates.ts",
      "HOSTS[options.environment].includes(url.hostname) &&",
    ),
  },
  {
    row: 137,
    fault: "a customer pays on a page at Cashfree that was open when its link was cancelled",
    test: {
      file: "server/routing/gateway/cashfree/checkout.test.ts",
      name: "that is closed ends the order of an open page too: nobody can pay there afterwards",
    },
    ...without(
      "the order's end, which the link's end does not bring",
      "server/routing/gateway/cashfree/checkout.ts",
      '(purpose === "close" && ENDED_LINK.has(link.link_status))',
      "false",
    ),
  },
  {
    row: 138,
    fault: "Cashfree does not find a refund yet that it has made, and the refund is sent again",
    test: {
      file: "server/routing/gateway/cashfree/refund.test.ts",
      name: "has an id of ours, the same at every attempt, although a lookup does not find it yet",
    },
    also: ["tools/testing/conformance/conformance.db.test.ts"],
    ...without(
      "the refund's id, made of its key alone",
      "server/routing/gateway/cashfree/refund.ts",
      '.update(idempotencyKey).digest("hex")',
      '.update(idempotencyKey + String(Math.random())).digest("hex")',
    ),
  },
  {
    row: 139,
    fault:
      "a stranger makes a link at Cashfree under a payment's id, and new money is sent to them by one person alone",
    test: {
      file: "server/routing/gateway/cashfree/own-account.http.test.ts",
      name: "a link that a stranger made under the id of %s payment does not prove that credentials are of the account in use",
    },
    also: [
      "tools/testing/conformance/conformance.db.test.ts",
      "server/routing/usecases/gateways/gateway-accounts.db.test.ts",
    ],
    ...without(
      "the link's address, which only Cashfree makes",
      "server/routing/gateway/cashfree/checkout.ts",
      "(await readLink(checkoutId)).link_url === redirectUrl",
      "(await readLink(checkoutId)).link_url !== redirectUrl?.slice(1)",
    ),
  },
  {
    row: 140,
    fault:
      "the database fails between two charges of one checkout, and the second one stays with the merchant",
    test: {
      file: "server/routing/usecases/payments/second-charge.db.test.ts",
      name: "a second charge is sent back although the database fails between the two",
    },
    also: ["server/routing/usecases/payments/report-charge.db.test.ts"],
    ...without(
      "the one transaction of all charges",
      "server/routing/usecases/payments/report-charge.ts",
      "const { reported, hasEnded } = await inTransaction<Applied>(deps.pool, async (db) => {",
      "const { reported, hasEnded } = await ((run: (db: Db) => Promise<Applied>) => run(deps.pool))(async (db) => {",
    ),
  },
  {
    row: 141,
    fault:
      "a payment is on its way on a second page of a paid Cashfree link, its notification is lost, and the money stays with the merchant",
    test: {
      file: "server/routing/usecases/payments/second-charge.db.test.ts",
      name: "is watched until nobody can pay on it, when Cashfree has only accepted to end it",
    },
    also: ["server/routing/gateway/cashfree/several-pages.test.ts"],
    ...without(
      "the polling of a paid payment that may be charged again",
      "server/routing/usecases/payments/report-charge.ts",
      'charge.status === "FAILURE" || charge.mayStillBeCharged !== true',
      "true",
    ),
  },
  {
    row: 142,
    fault:
      "a checkout was paid twice, one charge was sent back, and after the restore of an older backup the other one is sent back as well",
    test: {
      file: "server/routing/usecases/payments/restored-charge.db.test.ts",
      name: "after a restore the charge that was kept is kept, although the one that was sent back has the older page",
    },
    also: [
      "server/routing/gateway/cashfree/several-pages.test.ts",
      "server/routing/gateway/razorpay/checkout.test.ts",
    ],
    ...without(
      "the order of charges, those that were refunded last",
      "server/routing/gateway/cashfree/checkout.ts",
      "(await keptFirst(paidInOrder(orders)))",
      "paidInOrder(orders)",
    ),
  },
  {
    row: 143,
    fault:
      "a Razorpay link expires while a payment on it is authorized, and is captured when nobody polls it any more",
    test: {
      file: "server/routing/gateway/razorpay/checkout.test.ts",
      name: "not closed while a payment of a link that is %s is authorized: it may be captured",
    },
    ...without(
      "the polling of an authorized payment",
      "server/routing/gateway/razorpay/checkout.ts",
      'if (isOnItsWay) return { status: "OPEN" };',
    ),
  },
  {
    row: 125,
    fault: "a payment is refunded after its merchant has moved to another account at the vendor",
    test: {
      file: "server/routing/http/ops/gateway-accounts.http.test.ts",
      name: "before, under A and under B: each is looked up, refunded and closed where its money is",
    },
    also: ["server/routing/usecases/gateways/gateway-accounts.db.test.ts", "e2e/gateway-accounts.spec.ts"],
    ...without(
      "the account stored with the checkout",
      "server/routing/usecases/payments/write-attempt.ts",
      "gatewayAccount: account,",
      "gatewayAccount: account === -1 ? account : null,",
    ),
  },
  {
    row: 126,
    fault:
      "a merchant reports another merchant's payment as paid, signed with the secret of its own vendor account",
    test: {
      file: "server/routing/http/ops/gateway-account-notifications.http.test.ts",
      name: "of one Adyen account never make another merchant's payment paid",
    },
    ...without(
      "events stored for each account",
      "server/routing/gateway/adyen/events.ts",
      "and merchant_id = $2 and account = $3",
      "and $2::integer is not null and $3::integer is not null",
    ),
  },
  {
    row: 127,
    fault: "credentials of another vendor account are entered as new ones of the same account",
    test: {
      file: "server/routing/http/ops/gateway-account-credentials.http.test.ts",
      name: "the wrong one of the two choices is noticed by a payment of the account",
    },
    ...without(
      "the lookup of a paid payment before they are saved",
      "server/routing/usecases/gateways/examine-credentials.ts",
      'if (error instanceof GatewayRecordUnknown) return { kind: "other_account", paymentId };',
    ),
  },
  {
    row: 128,
    fault: "a gateway declines with a code that nobody has mapped to a reason",
    test: {
      file: "server/routing/usecases/payments/report-charge.db.test.ts",
      name: "is counted once for each payment, and the payment has no reason to blame anybody for",
    },
    ...without(
      "the count of unmapped codes",
      "server/routing/usecases/payments/record-failure.ts",
      "metrics.declineCodeUnmapped(gateway);",
    ),
  },
  {
    row: 130,
    fault: "the leaked key of a shop's server enters a stranger's vendor account",
    test: {
      file: "server/routing/http/ops/restricted-keys.http.test.ts",
      name: "changes no vendor account and no key: nothing is written for a refused call",
    },
    also: ["e2e/keys.spec.ts"],
    ...without(
      "the check of the key's access before any operation",
      "server/routing/http/ops/routes.ts",
      "if (!mayOperate(access, name)) return { status: 403, body: { detail: keyWithoutAccess(access, name) } };",
    ),
  },
  {
    row: 131,
    fault: "somebody enters a vendor account by a direct call, in a colleague's name",
    test: {
      file: "server/dashboard/gateways/jobs/watch-gateway-accounts.db.test.ts",
      name: "in this dashboard names the person, and the same change again in their name does not",
    },
    also: ["server/dashboard/gateways/domain/account-changes.test.ts", "e2e/gateway-accounts.spec.ts"],
    ...without(
      "the key that signed, which is compared with the dashboard's own",
      "server/dashboard/gateways/domain/made-here.ts",
      "if (changed.keyId !== null && changed.keyId !== ownKeyId) return null;",
    ),
  },
  {
    row: 132,
    fault: "one person alone sends new payments' money to another vendor account",
    test: {
      file: "server/dashboard/gateways/commands/account-requests.db.test.ts",
      name: "is never confirmed by who requested it, by any code",
    },
    also: ["server/routing/http/ops/gateway-account-decisions.http.test.ts", "e2e/gateway-accounts.spec.ts"],
    ...without(
      "the comparison of requester and confirmer",
      "server/dashboard/gateways/commands/decide-account-request.ts",
      'return err({ kind: isOwn ? "not_own" : "own" });',
      "void isOwn;",
    ),
  },
  {
    row: 157,
    fault:
      "a late charge was sent back, and after the restore of an older backup its payment counts as paid and can be refunded",
    test: {
      file: "server/routing/usecases/payments/restored-charge.db.test.ts",
      name: "%s does not make it SUCCESS, and returns nothing again",
    },
    also: ["tools/testing/conformance/conformance.db.test.ts"],
    ...without(
      "the lookup of our reversal at the gateway",
      "server/routing/usecases/payments/poll-payment.ts",
      "return withoutSentBackCharges(deps, gateway, payment, reported);",
      "return reported;",
    ),
  },
  {
    row: 158,
    fault:
      "one person gives the Adyen account in use an HMAC key of their own, and reports payments that nobody made",
    test: {
      file: "server/routing/http/ops/gateway-account-decisions.http.test.ts",
      name: "nor can they bring another key for what Adyen reports, which no payment proves",
    },
    ...without(
      "the comparison of the signing key",
      "server/routing/usecases/gateways/update-account.ts",
      'if (credentials.gateway !== "adyen") return false;',
      "if (account !== null) return false;",
    ),
  },
  {
    row: 160,
    fault:
      "one person takes an account out of use, gives it credentials of their own, and has its open payments taken for paid",
    test: {
      file: "server/routing/gateway/cashfree/retired-account.http.test.ts",
      name: "one person cannot have an open payment of an account out of use taken for paid by an account of their own",
    },
    also: ["server/routing/http/ops/gateway-account-decisions.http.test.ts"],
    ...without(
      "the proof for accounts with payments",
      "server/routing/usecases/gateways/update-account.ts",
      "return mayHavePayments(db, account, new Date(retiredAt.getTime() + INITIALISATION_LIMIT_MS));",
      "return mayHavePayments === null;",
    ),
  },
];
