import type { PresetRole, Role } from "./can";

/** A role as screens name it: a preset in the viewer's language, a composed role as its account has named it. */
export function roleName(role: Role, nameOfPreset: (preset: PresetRole) => string): string {
  return typeof role === "string" ? nameOfPreset(role) : role.name;
}
