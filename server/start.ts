import { runStack } from "./start/run";
import { createStack } from "./start/stack";
import { readStartArguments } from "./start/arguments";
import { inheritedEnv } from "./start/env";

/** `npm start`: starts a complete system with one command and prints one line when it is ready. */
await runStack(createStack, () => readStartArguments(process.argv.slice(2), inheritedEnv()));
