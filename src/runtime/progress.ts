import type { WriteStream } from 'node:tty'

/** One line at the bottom of a terminal that says how far long work has come. */
export interface Progress {
  /** Takes the place of what was shown before. */
  show(text: string): void
  /** Takes the line away; before anything else is printed, and at the end. */
  clear(): void
}

const START_OF_EMPTY_LINE = '\r\u001b[2K'

/** Shows nothing where nobody looks: the line goes to standard error, if that is a terminal. */
export const openProgress = (
  terminal: Pick<WriteStream, 'isTTY' | 'columns' | 'write'> = process.stderr,
): Progress => {
  let isShown = false
  const clear = () => {
    if (isShown) terminal.write(START_OF_EMPTY_LINE)
    isShown = false
  }
  if (!terminal.isTTY) return { show: () => {}, clear }
  process.once('exit', clear)
  return {
    show: (text) => {
      // A line that wraps cannot be taken back.
      terminal.write(`${START_OF_EMPTY_LINE}${text.slice(0, (terminal.columns || 80) - 1)}`)
      isShown = true
    },
    clear,
  }
}
