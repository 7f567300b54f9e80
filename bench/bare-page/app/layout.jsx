/** The least that Next can serve: what a first visit costs before a line of Paydeck is in it. */
export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
