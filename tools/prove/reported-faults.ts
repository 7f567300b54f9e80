/** A fault that users of another system reported, and the test that prevents it in this one. */
type ReportedFault = { source: string; fault: string; test: { file: string; name: string } };

export const REPORTED_FAULTS: readonly ReportedFault[] = [
  {
    source: "juspay/hyperswitch 13182",
    fault: "concurrent refunds add up to more than was captured",
    test: {
      file: "server/routing/http/refund-initiate.http.test.ts",
      name: "of 60 refunds at once none goes over, and the whole balance is reached",
    },
  },
  {
    source: "juspay/hyperswitch 9622",
    fault: "a refund is shown as pending although its call was never sent",
    test: {
      file: "server/dashboard/refunds/jobs/resolve-refund-intent.db.test.ts",
      name: "leaves a job behind, which gives the intent up as not sent",
    },
  },
  {
    source: "juspay/hyperswitch-control-center 3799",
    fault: "a refund of exactly the remaining amount is refused",
    test: {
      file: "server/routing/http/refund-initiate.http.test.ts",
      name: "rule 2: partial refunds until the balance is used up, exact to the paisa",
    },
  },
  {
    source: "medusajs/medusa 16681",
    fault: "after a lost answer a refund is sent again under a new key",
    test: {
      file: "server/dashboard/refunds/jobs/resolve-refund-intent.db.test.ts",
      name: "that took effect is found by sending again under its key, without a second refund",
    },
  },
  {
    source: "vendure-ecommerce/vendure 3152",
    fault: "a failed refund keeps its amount from the balance",
    test: {
      file: "server/routing/http/refund-initiate.http.test.ts",
      name: "rule 2: a refund that FAILED gives its amount back to the balance",
    },
  },
  {
    source: "saleor/saleor-dashboard 4493",
    fault: "a negative balance is shown",
    test: {
      file: "server/dashboard/refunds/domain/refund-balance.test.ts",
      name: "paid is always refunded + in progress + left, and no part is negative",
    },
  },
  {
    source: "vendure-ecommerce/vendure 4104",
    fault: "a capture an hour later, without a webhook, is not noticed",
    test: {
      file: "server/routing/http/checkout/redirecting.http.test.ts",
      name: "one that is paid an hour later, without any notice, is found",
    },
  },
  {
    source: "juspay/hyperswitch-control-center 4738",
    fault: "filters are lost when the page is loaded again",
    test: {
      file: "e2e/payment-list.spec.ts",
      name: "a filter finds payments by what is known of them, stays after a reload, and its address can be shared",
    },
  },
];
