import { redirectTo } from "@/components/navigation/server";
import { paths } from "@/lib/paths";

export default function HomePage() {
  return redirectTo(paths.payments());
}
