import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "@/server/platform/root";

/**
 * `./paydeck COMMAND` of a release (decision 0256): the commands of package.json without npm. `service`, `worker` and
 * `dashboard` are single processes, which systemd, a container runtime or another supervisor restarts.
 */
const COMMANDS = {
  start: { program: "start", args: [], about: "everything on this machine, with an embedded Postgres" },
  service: { program: "routing", args: ["service"], about: "answers the requests of merchants" },
  worker: { program: "routing", args: ["worker"], about: "refunds, webhooks, polls" },
  dashboard: { program: "dashboard", args: [], about: "the pages for staff" },
  migrate: { program: "migrate", args: [], about: "migrates the databases that are set, and ends" },
  distribute: {
    program: "distribute",
    args: [],
    about: "divides the service's tables among the nodes of a Citus",
  },
  merchant: { program: "merchant", args: [], about: "creates and changes merchants" },
  admin: { program: "invite-admin", args: [], about: "invites an admin" },
  reseal: { program: "reseal", args: [], about: "seals secrets again while a key is changed" },
  reconcile: { program: "reconcile", args: [], about: "compares payments with the gateways" },
  "gateway:check": { program: "gateway-check", args: [], about: "tries a gateway's test mode" },
  backup: { program: "backup", args: [], about: "writes the embedded databases to one file" },
  backups: { program: "backups", args: [], about: "scheduled backups: run, list, watch, key" },
  restore: { program: "restore", args: [], about: "brings a backup back" },
  refunds: { program: "refunds", args: [], about: "shows and releases the hold after a restore" },
  "audit:verify": { program: "audit-verify", args: [], about: "checks the audit log" },
  doctor: { program: "doctor", args: [], about: "checks this installation" },
  demo: { program: "tools/demo", args: [], about: "fills the sandbox" },
} as const;

function isCommand(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}

const [node = "node", , name = "", ...rest] = process.argv;
if (isCommand(name)) {
  const { program, args } = COMMANDS[name];
  const path = join(projectRoot(), "dist", `${program}.js`);
  // Programs read their arguments after the name of their file.
  process.argv = [node, path, ...args, ...rest];
  await import(pathToFileURL(path).href);
} else {
  const lines = Object.entries(COMMANDS).map(([command, { about }]) => `  ${command.padEnd(14)}${about}`);
  process.stderr.write(`Usage: ./paydeck COMMAND [ARGUMENTS]\n${lines.join("\n")}\n`);
  process.exitCode = 2;
}
