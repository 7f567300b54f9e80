import type { FastifyRequest } from "fastify";

const authenticated = new WeakSet<FastifyRequest>();

/** Marks a request as authenticated: its key exists and its signature matches. */
export function markAuthenticated(request: FastifyRequest): void {
  authenticated.add(request);
}

export function isAuthenticated(request: FastifyRequest): boolean {
  return authenticated.has(request);
}
