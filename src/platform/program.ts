import { errorText } from './describe-error.ts'
import { UserError } from './failure.ts'
import { closeOnSignals } from './shutdown.ts'

export interface Program {
  /** Remembers what to close when the program ends, however it ends; the latest is closed first. */
  onEnd(close: () => Promise<void>): void
}

/**
 * Runs a program that ends by itself, like a command, or keeps running, like a server. What it
 * opened is closed when it fails, when it is told to stop by a signal, and when it returns `ended`.
 */
export const runProgram = async (
  run: (program: Program) => Promise<'running' | 'ended'>,
): Promise<void> => {
  printCrashes()
  const closers: Array<() => Promise<void>> = []
  const closeAll = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close()
  }
  closeOnSignals(closeAll)
  try {
    if ((await run({ onEnd: (close) => closers.push(close) })) === 'running') return
    await closeAll()
    process.exit(0)
  } catch (error) {
    printError(error)
    await closeAll().catch(printError)
    process.exit(1)
  }
}

/** Node by itself would print all that hangs on an error, what it was about among it. */
const printCrashes = (): void => {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      printError(error)
      process.exit(1)
    })
  }
}

const printError = (error: unknown): void => {
  const text = error instanceof UserError ? error.message : errorText(error)
  process.stderr.write(`${text}\n`)
}
