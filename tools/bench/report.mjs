const MOST_GROWTH = 1.25;

const TITLES = {
  endpoints: "Endpoints, beside the durable floor",
  life: "Whole payments, with their jobs and webhooks",
  growth: "Growth",
  idle: "Memory of `npm start` that nobody uses",
  pages: "Pages",
  visits: "Visits",
  people: "People who poll",
  bulk: "Bulk",
};

/** All figures as one Markdown page; absolute ones are of this machine under the load shown beside them. */
export function tableOf({ machine, sections }) {
  const parts = [
    "# Measured speed",
    `${machine.processors} processors (${machine.model}), Node ${machine.node}. Each section tells when it was measured.`,
  ];
  for (const [name, title] of Object.entries(TITLES)) {
    const section = sections[name];
    if (section === undefined) continue;
    const shown = name === "growth" ? growth(section.figures) : [tableOfRows(section.figures)];
    parts.push(`## ${title}`, ...shown, circumstances(section));
  }
  return parts.join("\n\n");
}

function circumstances({ measuredAt, quick, startMs, loadBefore, loadAfter, seconds }) {
  return (
    `Measured ${measuredAt}${quick ? ", quick" : ""}, in ${seconds} s, at a load of ${loadBefore.toFixed(1)} before and ` +
    `${loadAfter.toFixed(1)} after; the product was ready ${(startMs / 1_000).toFixed(1)} s after its start.`
  );
}

function growth({ sizes, filled, rows }) {
  const largest = sizes.length - 1;
  const ofSizes = (header, at) => sizes.map((size, index) => [`${size}: ${header}`, at(index)]);
  const requests = rows.map(({ name, bySize, p50Times, p99Times, cpuTimes }) =>
    Object.fromEntries([
      ["request", name],
      ...ofSizes("median / p99 ms (found)", (index) => {
        const { p50, p99, found } = bySize[index];
        return `${p50.toFixed(2)} / ${p99.toFixed(1)} (${found})`;
      }),
      ...ofSizes("times", (index) => withMark(p50Times[index])).slice(1),
      ["p99 times", withMark(p99Times[largest])],
      ...ofSizes("CPU ms", (index) => bySize[index].cpuMs.toFixed(2)),
      ["CPU times", cpuTimes[largest]?.toFixed(2) ?? "—"],
    ]),
  );
  const fills = filled.map(({ size, seconds, storage, memoryBefore, memoryAfter }) => ({
    payments: size,
    "filled in s": seconds.toFixed(0),
    "GB a million": gigabytes(storage, "tableBytesPerMillion"),
    "GB of indexes": gigabytes(storage, "indexBytesPerMillion"),
    "service MB before / after": `${memoryBefore} / ${memoryAfter}`,
  }));
  return [
    tableOfRows(requests),
    `"Times" is what a request costs beside a lookup that costs the same at any size, as a multiple of that at the first size; ` +
      `processor time, of the service and its database connections, hardly depends on what else runs. Goal: at most ${MOST_GROWTH}.`,
    tableOfRows(fills),
  ];
}

function gigabytes(storage, figure) {
  return (storage.reduce((sum, table) => sum + table[figure], 0) / 1e9).toFixed(2);
}

function withMark(ratio) {
  return `${ratio.toFixed(2)} ${ratio <= MOST_GROWTH ? "✓" : "✗"}`;
}

/** A column for each field of the rows, which are alike. */
function tableOfRows(rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const head = Object.keys(rows[0]);
  const body = rows.map((row) => line(Object.values(row).map((value) => YES_OR_NO.get(value) ?? value)));
  return [line(head), line(head.map(() => "---")), ...body].join("\n");
}

const YES_OR_NO = new Map([
  [true, "yes"],
  [false, "no"],
]);
