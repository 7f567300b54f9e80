import { type Protected, without } from "./protected";

const FRONT = "server/dashboard/http/front.http.test.ts";
const BODIES = "server/dashboard/http/request-bodies.http.test.ts";

/** Requests to the dashboard without a session, and its files on disk. */
export const ANONYMOUS: readonly Protected[] = [
  {
    row: 41,
    fault: "an anonymous request with a large body, in chunks too, that blocks the dashboard",
    test: { file: BODIES, name: "is refused beyond it before Next hears of it, also when sent in chunks" },
    also: ["prove input"],
    ...without(
      "the count of what arrives",
      "server/dashboard/http/buffer-body.ts",
      "if (total > limitBytes) {",
      "if (total > limitBytes * 1_000) {",
    ),
  },
  {
    row: 45,
    fault: "lines of somebody's own choice in the logs",
    test: {
      file: "server/platform/printed-lines.test.ts",
      name: "what is printed becomes one line of the log each, and forges none",
    },
    also: ["server/platform/log.test.ts", "server/start/service.test.ts"],
    ...without(
      "the log in the place of standard output",
      "server/platform/printed-lines.ts",
      "  stream.write = write;\n",
    ),
  },
  {
    row: 46,
    fault: "bad input without signing in that ends in a 500",
    test: { file: BODIES, name: "refuses arguments of an action that cannot be read" },
    also: [
      "server/dashboard/http/action-arguments.test.ts",
      "server/dashboard/auth/next-auth-request.test.ts",
      "prove input",
    ],
    ...without(
      "the check of an action's arguments",
      "server/dashboard/http/action-arguments.ts",
      'if (request.method !== "POST") return asSent;',
      "if (request.method !== null) return asSent;",
    ),
  },
  {
    row: 48,
    fault: "a POST from the dashboard's own host over http, where its address is https",
    test: { file: FRONT, name: "behind https, takes no page that was served by http" },
    ...without(
      "the scheme in the comparison",
      "server/dashboard/http/cross-site.ts",
      "return originOf(headers.origin) !== ownOrigin;",
      'return originOf(headers.origin)?.split(":")[1] !== ownOrigin.split(":")[1];',
    ),
  },
  {
    row: 52,
    fault: "another user of the machine in the data folder",
    test: {
      file: "server/embedded/placement.process.test.ts",
      name: "nobody else can list the folder, its logs and its locks, and folders that were open are closed",
    },
    also: ["server/platform/close-folder.test.ts"],
    ...without(
      "the mode of a folder that was open",
      "server/platform/close-folder.ts",
      "if ((mode & 0o777) !== wanted) await chmod(path, wanted);",
    ),
  },
];
