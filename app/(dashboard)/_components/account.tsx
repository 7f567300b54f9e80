import type { Theme } from "@/components/ui/theme";
import type { Role } from "@/lib/can";
import { SignOutButton } from "./sign-out-button";
import { ThemeSwitch } from "./theme-switch";

/** Who is signed in, as what, and the two things they can change about it. */
export function Account({
  name,
  email,
  role,
  theme,
}: {
  name: string;
  email: string;
  role: Role;
  theme: Theme;
}) {
  return (
    <div className="flex items-center gap-2 border-t border-line px-4 py-1.5 lg:block lg:space-y-2 lg:px-4 lg:py-3">
      <p className="flex min-w-0 grow items-baseline gap-1.5 text-sm lg:block">
        <bdi className="truncate font-medium lg:block" title={email}>
          {name}
        </bdi>
        <span className="shrink-0 text-ink-muted lg:block">{role}</span>
      </p>
      <div className="flex items-center gap-2 lg:justify-between">
        <ThemeSwitch initial={theme} />
        <SignOutButton />
      </div>
    </div>
  );
}
