import { Alive } from "./alive";

/** Rendered at each request, as the dashboard's pages are. */
export const dynamic = "force-dynamic";

export default function Page() {
  return (
    <main>
      <h1>Bare</h1>
      <Alive />
    </main>
  );
}
