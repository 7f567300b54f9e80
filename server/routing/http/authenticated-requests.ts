import type { FastifyRequest } from "fastify";

const proven = new WeakSet<FastifyRequest>();

/** Notes that a request's sender is known: its key exists, and its signature fits. */
export function markAuthenticated(request: FastifyRequest): void {
  proven.add(request);
}

export function isAuthenticated(request: FastifyRequest): boolean {
  return proven.has(request);
}
