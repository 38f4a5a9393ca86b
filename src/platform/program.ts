import { inspect } from 'node:util'
import { UserError } from './failure.ts'
import { closeOnSignals } from './shutdown.ts'

export interface Program {
  /** Remembers what to close when the program ends, however it ends; the latest is closed first. */
  onEnd(close: () => Promise<void>): void
  /** How long closing may take before the process ends all the same; 20 seconds unless told. */
  endWithin(ms: number): void
}

const PATIENCE_MS = 20_000

/** How a program that ends by itself does so; `exitCode` where it is not 0. */
export type ProgramEnd = 'running' | 'ended' | { exitCode: number }

/**
 * Runs a program that ends by itself, like a command, or keeps running, like a server. What it
 * opened is closed when it fails, when it is told to stop by a signal, and when it returns `ended`.
 */
export const runProgram = async (run: (program: Program) => Promise<ProgramEnd>): Promise<void> => {
  const closers: Array<() => Promise<void>> = []
  const closeAll = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close()
  }
  let patienceMs = PATIENCE_MS
  closeOnSignals(closeAll, () => patienceMs)
  const program: Program = {
    onEnd: (close) => closers.push(close),
    endWithin: (ms) => {
      patienceMs = ms
    },
  }
  try {
    const end = await run(program)
    if (end === 'running') return
    await closeAll()
    process.exit(end === 'ended' ? 0 : end.exitCode)
  } catch (error) {
    printError(error)
    await closeAll().catch(printError)
    process.exit(1)
  }
}

const printError = (error: unknown): void => {
  const text = error instanceof UserError ? error.message : inspect(error)
  process.stderr.write(`${text}\n`)
}
