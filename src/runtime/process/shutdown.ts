import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { errorCode } from '../error-code.ts'
import { orUndefined } from '../failure.ts'

export type EarlyEnd =
  /** A signal, or the parent's exit. */
  | { why: 'signal'; exitCode: number }
  /** Stdout has no reader. */
  | { why: 'unread'; exitCode: number }
  | { why: 'broken'; error: unknown }

const codeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/**
 * Calls `end` on every early end except SIGKILL: signals, exit of npm or of a parent with an IPC
 * channel, closed stdout, uncaught errors.
 */
export const watchForEnd = (end: (early: EarlyEnd) => void): void => {
  for (const signal of SIGNALS) {
    process.on(signal, () => end({ why: 'signal', exitCode: codeOf(signal) }))
  }
  const onParentExit = () => end({ why: 'signal', exitCode: codeOf('SIGHUP') })
  process.on('disconnect', onParentExit)
  watchNpm(onParentExit)
  process.stdout.on('error', (error) => {
    if (isStdoutClosed(error)) end({ why: 'unread', exitCode: codeOf('SIGPIPE') })
    else end({ why: 'broken', error })
  })
  process.stderr.on('error', () => {})
  const broken = (error: unknown) => end({ why: 'broken', error })
  process.on('uncaughtException', broken)
  process.on('unhandledRejection', broken)
}

/** `EIO`: the terminal closed. */
const isStdoutClosed = (error: Error): boolean =>
  ['EPIPE', 'ECONNRESET', 'EIO'].includes(errorCode(error) ?? '')

const NPM_POLL_MS = 500

/**
 * npm sends SIGTERM to the shell between npm and this process. The shell dies without forwarding
 * it, which leaves an orphan that the user believes stopped. If npm itself is killed, the shell
 * becomes the orphan and waits for us.
 */
const watchNpm = (act: () => void): void => {
  if (!process.env.npm_lifecycle_event) return
  const { ppid } = process
  const npm = isShellOfNpm(ppid) ? parentOf(ppid) : undefined
  const polling = setInterval(() => {
    if (process.ppid === ppid && (npm === undefined || parentOf(ppid) === npm)) return
    clearInterval(polling)
    act()
  }, NPM_POLL_MS).unref()
}

/** npm runs `sh -c SCRIPT`; some shells exec the script. */
const isShellOfNpm = (pid: number): boolean =>
  readOfProcess(pid, 'cmdline')?.split('\0')[1] === '-c'

const parentOf = (pid: number): number | undefined => {
  const [, ppid] = /^PPid:\s+(\d+)$/m.exec(readOfProcess(pid, 'status') ?? '') ?? []
  return ppid === undefined ? undefined : Number(ppid)
}

const readOfProcess = (pid: number, what: 'cmdline' | 'status'): string | undefined =>
  orUndefined(() => readFileSync(`/proc/${pid}/${what}`, 'utf8'))
