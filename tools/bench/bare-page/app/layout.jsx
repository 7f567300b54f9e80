/** The minimum that Next can serve: the cost of a first visit without any code of Paydeck. */
export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
