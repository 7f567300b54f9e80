const WIDTH = 30;
/** Without a terminal: a line for each tenth. */
const STEPS = 10;

export type Progress = { add(count: number): void; name(step: string): void; end(): void };

type Output = { isTTY?: boolean; write(text: string): unknown };

/** A bar on a terminal, else plain lines. */
export function createProgress(total: number, output: Output): Progress {
  let done = 0;
  let step = "";
  let shown = "";
  const show = (): void => {
    const share = Math.min(1, done / total);
    const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
    const text =
      output.isTTY === true
        ? `\r[${"#".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, ".")}] ${percent}  ${step}\u001b[K`
        : `${String(Math.floor(share * STEPS) * (100 / STEPS)).padStart(3)} %  ${step}\n`;
    if (text !== shown) output.write(text);
    shown = text;
  };
  return {
    add(count) {
      done += count;
      show();
    },
    name(next) {
      step = next;
      show();
    },
    end() {
      done = total;
      step = "done";
      show();
      if (output.isTTY === true) output.write("\n");
    },
  };
}
