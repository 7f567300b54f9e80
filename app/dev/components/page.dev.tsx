import { GalleryFrame } from "./_examples/gallery-frame";
import { ALL, SECTIONS } from "./_examples/sections";

type ComponentsPageProps = { searchParams: Promise<{ section?: string | string[] }> };

/** The gallery of components, only in `next dev`. It reads no data, so it needs no sign-in. */
export default async function ComponentsPage({ searchParams }: ComponentsPageProps) {
  const { section } = await searchParams;
  const shown = SECTIONS.filter(({ name }) => section === ALL || name === section);
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
