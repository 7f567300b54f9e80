/** An error whose message is for the person at the terminal: one line that says what to do. */
export class StartupError extends Error {}
