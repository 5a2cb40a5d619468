const width = 30;

export function progressBar(out: NodeJS.WriteStream) {
  let line = "";
  let lastTenth = 0;

  const erase = () => {
    if (out.isTTY && line) out.write("\r\x1b[K");
  };
  return {
    show(done: number, total: number, name: string): void {
      const share = total === 0 ? 1 : done / total;
      const full = Math.round(share * width);
      const bar = `[${"#".repeat(full)}${".".repeat(width - full)}] ${done}/${total}`;
      if (out.isTTY) {
        line = `${bar} ${name}`.slice(0, Math.max(20, out.columns - 1));
        out.write(`\r\x1b[K${line}`);
      } else if (Math.floor(share * 10) > lastTenth) {
        lastTenth = Math.floor(share * 10);
        out.write(`${bar}\n`);
      }
    },

    /** Prints lines without breaking the bar. */
    beside(print: () => void): void {
      erase();
      print();
      if (out.isTTY) out.write(line);
    },

    end(): void {
      erase();
      line = "";
    },
  };
}
