import type { WriteStream } from 'node:tty'

export interface Progress {
  show(text: string): void
  /** Call before other output and at the end. */
  clear(): void
}

const START_OF_EMPTY_LINE = '\r\u001b[2K'

/** Is a no-op unless stderr is a terminal. */
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
      // A wrapped line cannot be cleared.
      terminal.write(`${START_OF_EMPTY_LINE}${text.slice(0, (terminal.columns || 80) - 1)}`)
      isShown = true
    },
    clear,
  }
}
