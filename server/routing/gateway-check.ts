import { runGatewayCheck } from "./gateway-check-command";

/** `npm run gateway:check`: tries a vendor's test mode with the credentials of the environment. Uses no database. */
const say = (text: string): void => void process.stdout.write(`${text}\n`);

runGatewayCheck(process.argv.slice(2), { say }).then(
  (isFine) => {
    say(isFine ? "\nNothing failed." : "\nSomething failed: see above.");
    process.exitCode = isFine ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : "the command failed"}\n`);
    process.exitCode = 2;
  },
);
