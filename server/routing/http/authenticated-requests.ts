import type { FastifyRequest } from "fastify";

const proven = new WeakSet<FastifyRequest>();

/** Marks a request as authenticated: its key exists and its signature matches. */
export function markAuthenticated(request: FastifyRequest): void {
  proven.add(request);
}

export function isAuthenticated(request: FastifyRequest): boolean {
  return proven.has(request);
}
