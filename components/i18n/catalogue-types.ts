import type { Catalogue } from "@/lib/messages";
import type { Locale } from "@/lib/messages/locale";

declare module "use-intl/core" {
  interface AppConfig {
    Messages: Catalogue;
    Locale: Locale;
  }
}
