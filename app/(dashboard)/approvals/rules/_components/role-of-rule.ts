import { isPreset, type PresetRole } from "@/lib/can";

/** For whom a threshold is: a preset in the viewer's language, a composed role by its own name. */
export function roleOfRule(
  { role, roleName }: { role: string; roleName: string | null },
  nameOfPreset: (preset: PresetRole) => string,
): string {
  return roleName ?? (isPreset(role) ? nameOfPreset(role) : role);
}
