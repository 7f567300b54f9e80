export type MoveEvent = { kind: string; at: Date; detail?: Record<string, string | null> };
