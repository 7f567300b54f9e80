import { lookup } from "node:dns/promises";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Connection } from "../checks/gateways";

const LIMIT_MS = 5_000;

/** Looks the name up and connects, with TLS for https; sends no request. */
export async function tryConnection(url: URL): Promise<Connection> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isSecure = url.protocol === "https:";
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number.parseInt(url.port, 10);
  if (
    !(await lookup(host).then(
      () => true,
      () => false,
    ))
  )
    return "no_name";
  if (!(await connects(connectTcp({ host, port }), "connect"))) return "no_connection";
  if (!isSecure) return "connected";
  const socket = connectTls({ host, port, servername: host });
  return (await connects(socket, "secureConnect")) ? "connected" : "no_tls";
}

function connects(socket: Socket, event: "connect" | "secureConnect"): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isConnected: boolean): void => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.setTimeout(LIMIT_MS, () => end(false));
    socket.once("error", () => end(false));
    socket.once(event, () => end(true));
  });
}
