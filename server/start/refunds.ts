import { inheritedEnv } from "./env";
import { runRefundsCommand } from "./refunds-command";

/** `npm run refunds`: shows the refund hold after a restore, and releases it (decision 0237). */
const output = {
  say: (text: string): void => void process.stdout.write(text),
  complain: (text: string): void => void process.stderr.write(text),
};

runRefundsCommand(process.argv.slice(2), inheritedEnv(), output).then(
  (isDone) => {
    if (!isDone) process.exitCode = 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : "the command failed"}\n`);
    process.exitCode = 1;
  },
);
