import { GalleryFrame } from "@/tools/gallery/gallery-frame";
import { ALL, SECTIONS } from "@/tools/gallery/sections";

type ComponentsPageProps = { searchParams: Promise<{ section?: string | string[]; part?: string }> };

/**
 * The gallery of components, only in `next dev`. It reads no data, so it needs no sign-in. `?section=NAME` shows one
 * section. `?part=2/4` shows every fourth, from the second on: the browser test loads few pages, none of them huge.
 */
export default async function ComponentsPage({ searchParams }: ComponentsPageProps) {
  const { section, part } = await searchParams;
  const [first = 0, step = 1] = part?.split("/").map((count) => Number.parseInt(count, 10)) ?? [];
  const shown = SECTIONS.filter(({ name }, index) =>
    part === undefined ? section === ALL || name === section : index % step === first - 1,
  );
  return (
    <GalleryFrame here={typeof section === "string" ? section : null}>
      {shown.map(({ name, examples }) => (
        <section key={name} aria-label={name}>
          {examples}
        </section>
      ))}
    </GalleryFrame>
  );
}
