import { Alive } from "./alive";

/** Rendered for each request, like the dashboard's pages. */
export const dynamic = "force-dynamic";

export default function Page() {
  return (
    <main>
      <h1>Bare</h1>
      <Alive />
    </main>
  );
}
