const width = 30;

export function createProgressBar(stream: NodeJS.WriteStream) {
  let line = "";
  let lastTenth = 0;

  const erase = () => {
    if (stream.isTTY && line) stream.write("\r\x1b[K");
  };
  return {
    show(done: number, total: number, name: string): void {
      const fraction = total === 0 ? 1 : done / total;
      const full = Math.round(fraction * width);
      const bar = `[${"#".repeat(full)}${".".repeat(width - full)}] ${done}/${total}`;
      if (stream.isTTY) {
        line = `${bar} ${name}`.slice(0, Math.max(20, stream.columns - 1));
        stream.write(`\r\x1b[K${line}`);
      } else if (Math.floor(fraction * 10) > lastTenth) {
        lastTenth = Math.floor(fraction * 10);
        stream.write(`${bar}\n`);
      }
    },

    /** Prints lines without breaking the bar. */
    printAbove(print: () => void): void {
      erase();
      print();
      if (stream.isTTY) stream.write(line);
    },

    end(): void {
      erase();
      line = "";
    },
  };
}
