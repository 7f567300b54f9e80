/**
 * The result of Stryker's report for each subject. A mutant counts when it could run at all; one that no test reaches
 * counts as survived.
 */
export function judge(report, subjects, goalPercent) {
  const results = Object.entries(subjects).map(([subject, files]) => {
    const mutants = files.flatMap((file) => mutantsOf(report, file));
    const survivors = mutants.filter(({ status }) => status !== "Killed" && status !== "Timeout");
    const killed = mutants.length - survivors.length;
    const percent = mutants.length === 0 ? 0 : (100 * killed) / mutants.length;
    return { subject, mutants: mutants.length, killed, percent, survivors, holds: percent >= goalPercent };
  });
  return { results, holds: results.every(({ holds }) => holds) };
}

/** The mutants that ran, with the code that they change. A file without any is a mistake in the list of subjects. */
function mutantsOf(report, file) {
  const found = report.files[file];
  if (found === undefined) throw new Error(`${file} was not mutated`);
  const lines = found.source.split("\n");
  return found.mutants
    .filter(({ status }) => status !== "Ignored" && status !== "CompileError")
    .map(({ status, location, replacement, mutatorName }) => ({
      file,
      status,
      line: location.start.line,
      code: codeAt(lines, location),
      replacement: replacement ?? mutatorName,
    }));
}

function codeAt(lines, { start, end }) {
  const part = lines.slice(start.line - 1, end.line);
  part[part.length - 1] = part[part.length - 1].slice(0, end.column - 1);
  part[0] = part[0].slice(start.column - 1);
  return part.map((line) => line.trim()).join(" ");
}
