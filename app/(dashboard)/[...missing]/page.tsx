import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { translator } from "@/components/i18n/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("common"))("notFound.tab") };
}

/** Any other address: "not found" inside the frame, with its menu. */
export default function MissingPage(): never {
  notFound();
}
