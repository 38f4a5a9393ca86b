import { errorText } from './describe-error.ts'
import { UserError } from './failure.ts'
import { type EarlyEnd, watchForEnd } from './shutdown.ts'
import { boundYoungSpace, keepYoungSpaceSmall } from './young-space.ts'

export interface Program {
  /**
   * Opens something, and closes it when the program ends, however it ends; the latest is closed
   * first. What is being opened at that time is closed as soon as it is open, and nothing follows.
   */
  open<T>(open: () => Promise<T>, close: (opened: T) => Promise<void>): Promise<T>
  /** Ends the program because of what went wrong beside it, unless it is ending. */
  fail(error: unknown): void
  /** How long closing may take before the process ends all the same; 20 seconds unless told. */
  endWithin(ms: number): void
  /** Aborted when the program ends. */
  ending: AbortSignal
}

/** How a program that ends by itself does so; `exitCode` where it is not 0. */
export type ProgramEnd = 'running' | 'ended' | { exitCode: number }

const PATIENCE_MS = 20_000

/** Ctrl-C reaches a program under npm twice: from the terminal, and again from npm. */
const SAME_SIGNAL_MS = 2_000

/**
 * Runs a program that ends by itself, like a command, or keeps running, like a server. What it
 * opened is closed when it fails, when it returns `ended`, and when it has to end before its time:
 * told so, unread, or broken. Told again after a moment, or when closing takes too long, it ends at
 * once.
 *
 * Exit codes: its own, or 0, also of a server that was told to stop; 1 of a failure; else 128 and the
 * number of the signal, where that of output that nobody reads is SIGPIPE.
 */
export const runProgram = (run: (program: Program) => Promise<ProgramEnd>): Promise<void> =>
  runUntilEnd(run, { isServing: false })

/** Runs a server alone: told to stop while it still starts, it ends as it would later, with 0. */
export const runServer = (run: (program: Program) => Promise<'running'>): Promise<void> =>
  runUntilEnd(run, { isServing: true })

const runUntilEnd = async (
  run: (program: Program) => Promise<ProgramEnd>,
  kind: { isServing: boolean },
): Promise<void> => {
  keepYoungSpaceSmall()
  const closers: Array<() => Promise<void>> = []
  const ending = new AbortController()
  let { isServing } = kind
  let patienceMs = PATIENCE_MS
  let isTold = false
  let exitCode = 0
  let endsSince: number | undefined

  const end = (): void => {
    if (endsSince !== undefined) return
    endsSince = Date.now()
    ending.abort()
    setTimeout(() => process.exit(exitCode || 1), patienceMs).unref()
    closeAll(closers).then((failures) => {
      for (const failure of failures) printError(failure, 'Did not stop cleanly: ')
      process.exit(exitCode || (failures.length > 0 ? 1 : 0))
    })
  }
  const broken = (error: unknown): void => {
    printError(error)
    if (!isTold) exitCode ||= 1
    end()
  }
  // What goes wrong because all is being closed is no news.
  const fail = (error: unknown): void => {
    if (endsSince === undefined) broken(error)
  }
  watchForEnd((early: EarlyEnd) => {
    if (early.why === 'broken') return broken(early.error)
    if (early.why === 'unread') {
      if (!isTold) exitCode ||= early.exitCode
      return end()
    }
    if (endsSince === undefined) {
      isTold = true
      exitCode = isServing ? 0 : early.exitCode
      end()
    } else if (Date.now() - endsSince > SAME_SIGNAL_MS) process.exit(early.exitCode)
  })
  try {
    const state = await run({
      open: async (open, close) => {
        if (ending.signal.aborted) return never()
        const opening = open()
        closers.push(() => opening.then(close, () => {}))
        const opened = await opening
        return ending.signal.aborted ? never() : opened
      },
      fail,
      endWithin: (ms) => {
        patienceMs = ms
      },
      ending: ending.signal,
    })
    if (state === 'running') {
      isServing = true
      boundYoungSpace()
      return
    }
    if (state !== 'ended') exitCode ||= state.exitCode
    end()
  } catch (error) {
    fail(error)
  }
}

const never = (): Promise<never> => new Promise(() => {})

/** Closes one after the other, whatever becomes of each; answers with what went wrong. */
const closeAll = async (closers: Array<() => Promise<void>>): Promise<unknown[]> => {
  const failures: unknown[] = []
  for (let close = closers.pop(); close; close = closers.pop()) {
    await close().catch((error) => failures.push(error))
  }
  return failures
}

const printError = (error: unknown, before = ''): void => {
  const text = error instanceof UserError ? error.message : errorText(error)
  process.stderr.write(`${before}${text}\n`)
}
