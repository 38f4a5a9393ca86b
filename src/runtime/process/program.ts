import { UserError } from '../failure.ts'
import { errorText } from '../text/describe-error.ts'
import { type EarlyEnd, watchForEnd } from './shutdown.ts'
import { boundYoungSpace, keepYoungSpaceSmall } from './young-space.ts'

export interface Program {
  /**
   * Closes the resource at shutdown, in reverse order. During shutdown, never resolves, and closes
   * resources still opening.
   */
  open<T>(open: () => Promise<T>, close: (opened: T) => Promise<void>): Promise<T>
  fail(error: unknown): void
  /** Bound on shutdown in ms (default 20 s). */
  endWithin(ms: number): void
  /** Aborted at shutdown. */
  ending: AbortSignal
}

export type ProgramEnd = 'running' | 'ended' | { exitCode: number }

const PATIENCE_MS = 20_000

/** Dedupes signals: under npm, Ctrl-C arrives twice. */
const SAME_SIGNAL_MS = 2_000

/**
 * Runs a command. Closes its resources on failure, on `ended`, and on an early end: signal, closed
 * stdout, uncaught error. A second signal, or a slow shutdown, exits immediately. Exit codes: its
 * own; 0 for success and a stopped server; 1 for a failure; else 128 plus the signal (SIGPIPE for
 * closed stdout).
 */
export const runProgram = (run: (program: Program) => Promise<ProgramEnd>): Promise<void> =>
  runUntilEnd(run, { isServing: false })

/** Runs a server: a signal during startup also exits with 0. */
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
  let isSignalled = false
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
    if (!isSignalled) exitCode ||= 1
    end()
  }
  // Ignores errors during shutdown, which are its consequences.
  const fail = (error: unknown): void => {
    if (endsSince === undefined) broken(error)
  }
  watchForEnd((early: EarlyEnd) => {
    if (early.why === 'broken') return broken(early.error)
    if (early.why === 'unread') {
      if (!isSignalled) exitCode ||= early.exitCode
      return end()
    }
    if (endsSince === undefined) {
      isSignalled = true
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
