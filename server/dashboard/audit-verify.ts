import { verifyAuditLogs } from "./verify-audit-logs";

/** `npm run audit:verify`: verifies the audit log of a running stack, or of the database that the variable names. */
verifyAuditLogs(process.argv.slice(2)).then(
  ({ code, text }) => {
    process.stdout.write(text);
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : "the command failed"}\n`);
    process.exitCode = 1;
  },
);
