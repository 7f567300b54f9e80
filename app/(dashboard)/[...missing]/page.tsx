import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { translator } from "@/components/i18n/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("common"))("notFound.tab") };
}

/** Any other address: told inside the frame, whose menu leads on. */
export default function MissingPage(): never {
  notFound();
}
