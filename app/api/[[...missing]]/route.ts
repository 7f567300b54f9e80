/** No page: a program that mistook an address is told so, whoever is signed in. */
function answer(): Response {
  return Response.json({ kind: "not_found" }, { status: 404, headers: { "cache-control": "no-store" } });
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
