/** Ports that nothing listens on at this moment, as texts. */
export function freePorts(count: number): string[];
