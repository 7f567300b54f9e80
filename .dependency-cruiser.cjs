/** Who may import whom, as server/ARCHITECTURE.md describes it. Tests stand beside what they test and obey the same rules. */
const TEST = "\\.test\\.tsx?$|^tools/(checks|testing)/";

/** The folders of server/dashboard that are about one subject each; app/(dashboard) and lib use the same names. */
const SUBJECTS =
  "approvals|audit|bulk|gateways|keys|manual-refunds|notes|notifications|overview|payments|people|queues|reasons|reconciliation|refunds|requests|rules|scheduled-exports|views|webhooks";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "nothing-unresolved",
      comment: "A path that resolves to nothing is one that no other rule can judge.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "routing-knows-no-dashboard",
      severity: "error",
      from: { path: "^(server/routing|tools/(demo/routing|testing/(routing|conformance)))/" },
      to: { path: "^(app|components|server/dashboard)/|node_modules/(next|next-auth|react|react-dom)/" },
    },
    {
      name: "routing-is-reached-over-http",
      comment: "Types included: the dashboard works against any service that speaks the specification.",
      severity: "error",
      from: { pathNot: "^(server/routing|tools/(demo/routing|testing/(routing|conformance)))/" },
      to: { path: "^(server/routing|tools/(demo/routing|testing/(routing|conformance)))/" },
    },
    {
      name: "domain-is-pure",
      severity: "error",
      from: { path: "^server/(routing|dashboard)/(domain|[^/]+/domain)/", pathNot: TEST },
      to: { pathNot: "^server/$1/(domain|[^/]+/domain)/|^lib/" },
    },
    {
      name: "subjects-are-reached-through-an-index",
      comment:
        "What one subject may use of another is what its index exports, one for each layer: index.ts for commands and queries, store/index.ts, domain/index.ts.",
      severity: "error",
      from: {
        path: `^server/dashboard/(${SUBJECTS})/`,
        pathNot: TEST,
      },
      to: {
        path: `^server/dashboard/(${SUBJECTS})/`,
        pathNot: ["^server/dashboard/$1/", "^server/dashboard/[^/]+/(index|store/index|domain/index)\\.ts$"],
      },
    },
    {
      name: "shared-code-reaches-subjects-through-an-index",
      comment: "The work of jobs and the programs' main files put all subjects together, so they see inside.",
      severity: "error",
      from: {
        path: "^server/dashboard/",
        pathNot: `^server/dashboard/((${SUBJECTS})/|jobs/(work|workers|clean-up)\\.ts$|main\\.ts$|(verify-audit-logs|invite-admin|reseal)\\.ts$)|${TEST}`,
      },
      to: {
        path: `^server/dashboard/(${SUBJECTS})/`,
        pathNot: "^server/dashboard/[^/]+/(index|store/index|domain/index)\\.ts$",
      },
    },
    {
      name: "dashboard-stores-know-no-command-and-no-query",
      severity: "error",
      from: { path: "^server/dashboard/[^/]+/(store|domain)/", pathNot: TEST },
      to: { path: "^server/dashboard/[^/]+/(commands|queries|jobs|index\\.ts)" },
    },
    {
      name: "http-touches-no-store-and-no-gateway",
      comment: "Nor webhooks: use cases call what reaches outside.",
      severity: "error",
      from: { path: "^server/(routing|dashboard)/http/", pathNot: TEST },
      to: { path: ["^server/routing/(store|gateway|webhooks)/", "^server/dashboard/(store|[^/]+/store)/"] },
    },
    {
      name: "nothing-below-imports-http",
      severity: "error",
      from: {
        path: "^server/(routing|dashboard)/",
        pathNot: `^server/(routing|dashboard)/(http/|(main|start-routing)\\.ts$)|${TEST}`,
      },
      to: { path: "^server/(routing|dashboard)/http/" },
    },
    {
      name: "stores-know-only-the-domain",
      severity: "error",
      from: { path: "^server/routing/store/", pathNot: TEST },
      to: { path: "^server/routing/(usecases|worker|gateway|webhooks)/" },
    },
    {
      name: "what-reaches-outside-knows-no-store-and-no-command",
      comment: "A gateway or a webhook's sender reports what it received; a use case decides what follows.",
      severity: "error",
      from: { path: "^server/routing/(gateway|webhooks)/", pathNot: TEST },
      to: { path: "^server/routing/(usecases|worker|store)/" },
    },
    {
      name: "use-cases-know-no-worker-and-no-vendor",
      comment: "They see gateways and webhooks through their ports.",
      severity: "error",
      from: { path: "^server/routing/usecases/", pathNot: TEST },
      to: { path: "^server/routing/(worker|gateway/(stripe|razorpay|adyen|paypal|cashfree|simulator))/" },
    },
    {
      name: "screens-touch-no-store",
      severity: "error",
      from: { path: "^(app|components)/" },
      to: { path: "^server/routing/store/|^server/dashboard/(store|[^/]+/store)/" },
    },
    {
      name: "screens-hold-no-sql",
      severity: "error",
      from: { path: "^(app|components)/" },
      to: { path: "node_modules/pg/" },
    },
    {
      name: "reads-are-no-server-actions",
      comment:
        "A page's server actions wait for each other in the browser: a slow read would hold back a refund (decision 0376). The two exceptions write, and read for their answer.",
      severity: "error",
      from: {
        path: "^app/.*actions?\\.ts$",
        pathNot: "^app/\\(dashboard\\)/(notifications|people)/actions\\.ts$",
      },
      to: {
        path: "^server/dashboard/[^/]+/queries/|^server/dashboard/payments/commands/(find-lines|open-customer|reveal-contact)\\.ts$",
      },
    },
    {
      name: "components-import-no-server",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^server/" },
    },
    {
      name: "components-import-no-routes",
      severity: "error",
      from: { path: "^(components|server)/" },
      to: { path: "^app/" },
    },
    {
      name: "primitives-know-no-widget",
      severity: "error",
      from: { path: "^components/ui/" },
      to: { path: "^components/(?!ui/)" },
    },
    {
      name: "lib-is-a-leaf",
      severity: "error",
      from: { path: "^lib/", pathNot: TEST },
      to: { pathNot: "^lib/|node_modules/zod/" },
    },
    {
      name: "only-the-routing-client-signs",
      comment: "main.ts reads the client's variables to make it, and is the only one that may.",
      severity: "error",
      from: {
        path: "^(app|components|server/dashboard)/",
        pathNot: `^server/dashboard/(routing-client/|main\\.ts$)|${TEST}`,
      },
      to: { path: "^server/dashboard/routing-client/env\\.ts$" },
    },
    {
      name: "only-the-routing-client-uses-the-client",
      comment:
        "It signs with the salt, so it must not get into a page; the service must not agree with itself. The demo is a merchant too.",
      severity: "error",
      from: {
        pathNot: `^lib/client/|^server/dashboard/routing-client/|^server/doctor/|^(e2e|tools/(demo|prove))/|${TEST}`,
      },
      to: { path: "^lib/client/" },
    },
    {
      name: "platform-knows-no-system",
      severity: "error",
      from: { path: "^server/(platform|embedded|setup)/" },
      to: { path: "^(app|components)/|^server/(routing|dashboard|start)/|^server/start\\.ts$" },
    },
    {
      name: "platform-is-below-all",
      severity: "error",
      from: { path: "^server/platform/" },
      to: { path: "^server/embedded/" },
    },
    {
      name: "proofs-see-the-product-from-outside",
      comment:
        "Processes, HTTP and rows: a proof that shares code with what it tries would share its faults.",
      severity: "error",
      from: { path: "^tools/prove/", pathNot: TEST },
      to: {
        path: "^(app|components|e2e|tools/checks)/|^server/(dashboard|routing|start)/|^server/start\\.ts$",
      },
    },
    {
      name: "nobody-needs-a-proof",
      severity: "error",
      from: { pathNot: "^(tools/prove|e2e)/" },
      to: { path: "^tools/prove/" },
    },
    {
      name: "the-product-knows-no-tool",
      comment:
        "Nothing of tools/ gets into the production build. The page of the gallery exists only in development.",
      severity: "error",
      from: {
        path: "^(app|components|lib|server)/|^(proxy|instrumentation)\\.ts$",
        pathNot: `${TEST}|\\.dev\\.tsx$`,
      },
      to: { path: "^tools/" },
    },
    {
      name: "tests-stay-out-of-the-product",
      severity: "error",
      from: { pathNot: `${TEST}|^(e2e|tools/(bench|prove))/|^(vitest|playwright)\\.config\\.ts$` },
      to: { path: `${TEST}|^e2e/|node_modules/(vitest|@playwright|fast-check)/` },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|dist|\\.data|\\.checks)/" },
    enhancedResolveOptions: {
      conditionNames: ["import", "require", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
