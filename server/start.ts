import { runStack } from "./start/run";
import { createStack } from "./start/stack";

/** `npm start`: starts a complete system with one command and prints one line when it is ready. */
await runStack(createStack);
