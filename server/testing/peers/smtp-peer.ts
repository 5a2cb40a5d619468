import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

export type SmtpPeer = Awaited<ReturnType<typeof startSmtpPeer>>;

/** A mail server that keeps what it receives and refuses the mailbox `refused@`. */
export async function startSmtpPeer() {
  const lines: string[] = [];
  const server = createServer((socket) => {
    // Connections are parallel: their lines stay together.
    let received: string[] = [];
    const keepReceived = () => {
      lines.push(...received);
      received = [];
    };
    let text = "";
    let isBody = false;
    socket.write("220 post\r\n");
    socket.on("data", (chunk) => {
      text += String(chunk);
      for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        received.push(line);
        if (isBody && line !== ".") continue;
        if (isBody) keepReceived();
        if (/^RCPT TO:<refused@/i.test(line)) socket.write("550 no such box\r\n");
        else if (line === "DATA") socket.write("354 go on\r\n");
        else socket.write(/^EHLO/i.test(line) ? "250 post\r\n" : "250 ok\r\n");
        isBody = line === "DATA";
      }
    });
    socket.on("close", keepReceived);
    socket.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    /** The decoded text of the last message to an address; empty for none. */
    getLastTextTo(address: string): string {
      const start = lines.lastIndexOf(`RCPT TO:<${address}>`);
      if (start < 0) return "";
      const end = lines.indexOf(".", start);
      const message = lines.slice(start, end);
      if (!message.includes("Content-Transfer-Encoding: quoted-printable")) return message.join("\n");
      return message
        .join("\n")
        .replaceAll("=\n", "")
        .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    },
    stop: () => void server.close(),
  };
}
