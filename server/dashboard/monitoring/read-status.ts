import type { StatusView } from "@/lib/status";
import { getRuntime } from "../runtime";

/** What works now, for everybody, signed in or not. The checks are shared by all readers. */
export function readStatus(): Promise<StatusView> {
  return getRuntime().status();
}
