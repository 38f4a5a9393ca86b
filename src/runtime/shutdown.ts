import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { errorCode } from './error-code.ts'

/** Why a program ends before its time, with the exit code that says so. */
export type EarlyEnd =
  /** By a signal, or by the end of the process that started it. */
  | { why: 'told'; exitCode: number }
  /** Nobody reads its output any more. */
  | { why: 'unread'; exitCode: number }
  /** An exception that nobody caught. */
  | { why: 'broken'; error: unknown }

/** The exit code that shells give a program which a signal has ended. */
const codeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/**
 * Calls `end` for everything that ends a process before its time but SIGKILL: signals, the end of a
 * parent that started it with an IPC channel or as npm does (so that a killed parent leaves no
 * orphan), a reader of its output that has gone away, and exceptions that nobody caught.
 */
export const watchForEnd = (end: (early: EarlyEnd) => void): void => {
  for (const signal of SIGNALS) {
    process.on(signal, () => end({ why: 'told', exitCode: codeOf(signal) }))
  }
  const parentGone = () => end({ why: 'told', exitCode: codeOf('SIGHUP') })
  process.on('disconnect', parentGone)
  whenNpmIsGone(parentGone)
  process.stdout.on('error', (error) => {
    if (isReaderGone(error)) end({ why: 'unread', exitCode: codeOf('SIGPIPE') })
    else end({ why: 'broken', error })
  })
  // Complaints that nobody reads stop nothing.
  process.stderr.on('error', () => {})
  const broken = (error: unknown) => end({ why: 'broken', error })
  process.on('uncaughtException', broken)
  process.on('unhandledRejection', broken)
}

/** `EIO`: the terminal is gone. */
const isReaderGone = (error: Error): boolean =>
  ['EPIPE', 'ECONNRESET', 'EIO'].includes(errorCode(error) ?? '')

const LOOK_FOR_NPM_MS = 500

/**
 * npm passes SIGTERM on to the shell between it and us, which dies of it without a word to us: we
 * are an orphan then, and the user believes that the program has stopped. When npm itself is killed,
 * the shell is the orphan, and waits for us.
 */
const whenNpmIsGone = (act: () => void): void => {
  if (!process.env.npm_lifecycle_event) return
  const { ppid } = process
  const npm = isShellOfNpm(ppid) ? parentOf(ppid) : undefined
  const look = setInterval(() => {
    if (process.ppid === ppid && (npm === undefined || parentOf(ppid) === npm)) return
    clearInterval(look)
    act()
  }, LOOK_FOR_NPM_MS).unref()
}

/** npm runs a script as `sh -c SCRIPT`; a shell may also hand its process over to us. */
const isShellOfNpm = (pid: number): boolean =>
  readOfProcess(pid, 'cmdline')?.split('\0')[1] === '-c'

const parentOf = (pid: number): number | undefined => {
  const [, ppid] = /^PPid:\s+(\d+)$/m.exec(readOfProcess(pid, 'status') ?? '') ?? []
  return ppid === undefined ? undefined : Number(ppid)
}

/** Nothing on a system without /proc. */
const readOfProcess = (pid: number, what: 'cmdline' | 'status'): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return undefined
  }
}
