import { isPreset, type PresetRole } from "@/lib/can";

/** Names the role of a threshold: a preset in the viewer's language, a composed role by its own name. */
export function roleOfRule(
  { role, roleName }: { role: string; roleName: string | null },
  nameOfPreset: (preset: PresetRole) => string,
): string {
  return roleName ?? (isPreset(role) ? nameOfPreset(role) : role);
}
