export const status = {
  page: "Status",
  title: "Status of Paydeck",
  whole: {
    works: { title: "Everything works", body: "Payments and refunds are processed." },
    late: {
      title: "Something is late",
      body: "What you have requested is kept and continues by itself. Do not request it again.",
    },
    down: {
      title: "Something is not working",
      body: "What you have requested is kept and continues by itself as soon as everything works. Do not request a refund again.",
    },
    unknown: {
      title: "Not everything could be checked",
      body: "A check did not finish. What could not be checked may work.",
    },
  },
  part: {
    dashboard: "Dashboard",
    database: "Database of the dashboard",
    service: "Payment service",
    jobs: "Background jobs",
    webhooks: "Webhooks",
  },
  state: { works: "Works", late: "Late", down: "Not working", unknown: "Unknown" },
  meaning: {
    dashboard: "Answers.",
    database: "Nobody can sign in, and nothing can be requested. Nothing that was requested is lost.",
    service: "Customers may be unable to pay. Refunds cannot be requested.",
    jobs: "Refunds and their outcomes are late.",
    webhooks: "Shops learn late that an order was paid or refunded. No money is affected.",
  },
  since: "since <time></time>",
  sinceAtLeast: "since <time></time> or earlier",
  checked: "Checked at <time></time>. The checks run at most every ten seconds.",
  again: "Check again",
  toSignIn: "Sign in",
} as const;
