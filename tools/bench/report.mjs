const GOALS = { perSecond: 0.8, p99: 1.5, growth: 1.25 };

const SECTIONS = {
  endpoints: (rows) => [endpoints(rows)],
  life: (rows) => [figures("Whole payments, with their jobs and webhooks", rows)],
  statements: (rows) => [statements(rows)],
  retention: (rows) => [figures("Old payments, deleted beside all else", rows)],
  growth,
  idle: (rows) => [figures("Memory of `npm start` that nobody uses", rows)],
  mechanisms: (rows) => [figures("Unusual mechanisms, with and without", rows)],
  pages: (rows) => [figures("Pages", rows)],
  visits: (rows) => [figures("Visits", rows)],
  people: (rows) => [figures("People who poll", rows)],
  bulk: (rows) => [figures("Bulk", rows)],
  routing,
};

/**
 * All figures as one Markdown page. A ratio compares the medians within one run; absolute figures are of this machine
 * under the load shown beside them.
 */
export function tableOf({ machine, sections }) {
  const parts = [
    "# Measured speed",
    `${machine.processors} processors (${machine.model}), Node ${machine.node}. Each section tells when it was measured.`,
  ];
  for (const [name, partsOf] of Object.entries(SECTIONS)) {
    const section = sections[name];
    if (section !== undefined) parts.push(...partsOf(section.figures), circumstances(section));
  }
  return parts.join("\n\n");
}

function circumstances({ measuredAt, quick, startMs, loadBefore, loadAfter, seconds: duration }) {
  return (
    `Measured ${measuredAt}${quick ? ", quick" : ""}, in ${duration} s, at a load of ${loadBefore.toFixed(1)} before and ` +
    `${loadAfter.toFixed(1)} after; the product was ready ${seconds(startMs)} after its start.`
  );
}

function endpoints(rows) {
  const errors = rows.reduce((sum, row) => sum + row.errors, 0);
  const body = rows.map(({ endpoint, callers, service, floor, commits = null, ratio, readEach }) => [
    endpoint,
    callers,
    `${service.perSecond.toFixed(0)} / ${floor.perSecond.toFixed(0)}`,
    callers === 64
      ? withMark(ratio.perSecond, ratio.perSecond >= GOALS.perSecond)
      : ratio.perSecond.toFixed(2),
    `${service.p50.toFixed(1)} / ${floor.p50.toFixed(1)}`,
    `${service.p99.toFixed(1)} / ${floor.p99.toFixed(1)}`,
    callers === 64 ? withMark(ratio.p99, ratio.p99 <= GOALS.p99) : ratio.p99.toFixed(2),
    `${service.programMs.toFixed(2)} / ${floor.programMs.toFixed(2)}`,
    `${service.databaseMs.toFixed(2)} / ${floor.databaseMs.toFixed(2)}`,
    readEach?.toFixed(1) ?? "—",
    ...(commits === null
      ? ["—", "—"]
      : [
          `${(service.perSecond / commits.perSecond).toFixed(2)} of ${commits.perSecond.toFixed(0)}`,
          (service.p99 / commits.p99).toFixed(2),
        ]),
  ]);
  const head = [
    "endpoint",
    "callers",
    "requests/s",
    "ratio",
    "median ms",
    "p99 ms",
    "p99 ratio",
    "program CPU ms",
    "database CPU ms",
    "entries read",
    "of one commit each",
    "p99 / its",
  ];
  return `## Service / floor\n\n${table(head, body)}\n\nGoals at 64 callers: ratio of throughput at least ${GOALS.perSecond}, of p99 at most ${GOALS.p99}. "Entries read" are those of tables and indexes for each request, what fills the tables before and the worker's jobs included. "One commit each": pgbench inserts as many bytes, one transaction for each. Answers that were errors: ${errors}.`;
}

function statements(rows) {
  if (rows.length === 0) return "## The database alone\n\npgbench is not installed here.";
  const body = rows.map(({ name, callers, perSecond, parsedAnewPerSecond }) => [
    name,
    callers,
    perSecond?.toFixed(0) ?? "—",
    parsedAnewPerSecond?.toFixed(0) ?? "—",
  ]);
  const head = ["request", "clients", "requests/s prepared", "parsed at each use"];
  return `## The database alone (pgbench, the same statements)\n\n${table(head, body)}`;
}

function routing({ seeds, simulation, rows }) {
  const own = simulation[0];
  const body = simulation.map(({ name, regret, rate, left, daily }) => [
    name,
    regret,
    (regret / own.regret).toFixed(2),
    `${(100 * rate).toFixed(2)} %`,
    left,
    daily.join(" "),
  ]);
  const head = [
    "policy",
    "regret",
    "times ours",
    "succeeded",
    "until the outage is left",
    "regret by day, first seed",
  ];
  return [
    figures("Routing by success rate", rows),
    `A simulation of 1,000,000 payments over ten days, seeds ${seeds.join(", ")}: 4 gateways, 200 segments, rates that drift, an ` +
      `outage of an hour on day 5 and a slow decay from day 7 to 9. Regret is the number of payments that the best gateway of each ` +
      `would have gained.\n\n${table(head, body)}`,
    chart(simulation),
  ];
}

/** The regret of each policy as bars of text, which any reader of Markdown shows. */
function chart(simulation) {
  const WIDTH = 60;
  const most = Math.max(...simulation.map(({ regret }) => regret));
  const longest = Math.max(...simulation.map(({ name }) => name.length));
  const bars = simulation.map(
    ({ name, regret }) =>
      `${name.padEnd(longest)} ${"█".repeat(Math.max(1, Math.round((WIDTH * regret) / most)))} ${regret}`,
  );
  return ["```", ...bars, "```"].join("\n");
}

function growth({ sizes, filled, rows }) {
  const largest = sizes.length - 1;
  const body = rows.map(({ name, bySize, p50Times, p99Times, cpuTimes }) => [
    name,
    ...bySize.map(({ p50, p99, found }) => `${p50.toFixed(2)} / ${p99.toFixed(1)} (${found})`),
    ...p50Times.slice(1).map((times) => withMark(times, times <= GOALS.growth)),
    withMark(p99Times[largest], p99Times[largest] <= GOALS.growth),
    ...bySize.map(({ cpuMs }) => cpuMs.toFixed(2)),
    cpuTimes[largest]?.toFixed(2) ?? "—",
  ]);
  const head = [
    "request",
    ...sizes.map((size) => `${size}: median / p99 ms (found)`),
    ...sizes.slice(1).map((size) => `${size}: times`),
    "p99 times",
    ...sizes.map((size) => `${size}: CPU ms`),
    "CPU times",
  ];
  const fills = filled.map(({ size, seconds: duration, storage, memoryBefore, memoryAfter }) => [
    size,
    duration.toFixed(0),
    gigabytes(storage, "tableBytesPerMillion"),
    gigabytes(storage, "indexBytesPerMillion"),
    `${memoryBefore} / ${memoryAfter}`,
  ]);
  const fillHead = ["payments", "filled in s", "GB a million", "GB of indexes", "service MB before / after"];
  return [
    `## Growth from ${sizes[0]} to ${sizes[largest]} payments\n\n${table(head, body)}\n\n` +
      `"Times" is what a request costs beside a lookup that costs the same at any size, as a multiple of that at the first size; ` +
      `processor time, of the service and its database connections, hardly depends on what else runs. ` +
      `Goal: at most ${GOALS.growth}.`,
    table(fillHead, fills),
  ];
}

function gigabytes(storage, figure) {
  return (storage.reduce((sum, table) => sum + table[figure], 0) / 1e9).toFixed(2);
}

function figures(title, rows) {
  const body = rows.map(({ name, value, goal, isMet }) => [name, value, goal, isMet ? "yes" : "no"]);
  return `## ${title}\n\n${table(["figure", "measured", "goal", "met"], body)}`;
}

function withMark(ratio, isMet) {
  return `${ratio.toFixed(2)} ${isMet ? "✓" : "✗"}`;
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
