import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../../../src/runtime/failure.ts'
import { type OnEnd, type Outcome, type Pace, runTrial } from './run-trial.ts'
import { missingFor, TRIALS, type TrialName } from './trials.ts'

const COLUMNS = [
  ['trial', 24],
  ['events', 8],
  ['refused', 9],
  ['lost', 6],
  ['doubled', 9],
  ['before', 8],
  ['first message', 15],
  ['settled', 9],
  ['log lines', 11],
  ['wrong', 7],
] as const

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, index) => String(cell).padStart(COLUMNS[index]?.[1] ?? 8)).join('')

const seconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : '-')

const lineOf = (outcome: Outcome): string => {
  const { name, sent, refused, lost, doubled, logLines, wrong } = outcome
  const share = `${((100 * refused) / Math.max(1, sent)).toFixed(1)} %`
  const { usualMs, firstMessageMs, settledMs } = outcome
  const times = [usualMs, firstMessageMs, settledMs].map(seconds)
  return row([name, sent, share, lost, doubled, ...times, logLines, wrong.length])
}

/** Runs trials, `atOnce` concurrently, and prints a line for each. Throws if one failed. */
export const tryFailovers = async (
  names: readonly TrialName[],
  {
    pace,
    atOnce,
    keepLogs,
    say,
    show,
    onEnd,
  }: {
    pace: Pace
    atOnce: number
    keepLogs: boolean
    say: (text: string) => void
    show: (text: string) => void
    onEnd: OnEnd
  },
): Promise<void> => {
  const logs = mkdtempSync(join(tmpdir(), 'puente-chaos-logs-failover-'))
  const waiting = [...names]
  const moments = new Map<TrialName, string>()
  let isFine = true
  const tryOn = async (): Promise<void> => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const trial = name
      const missing = missingFor(TRIALS[trial])
      if (missing) {
        say(`${trial}: left out, there is no ${missing} on this machine\n`)
        continue
      }
      const onMoment = (what: string): void => {
        moments.set(trial, `${trial}: ${what}`)
        show([...moments.values()].join('; '))
      }
      const outcome = await runTrial(trial, { pace, logs, onMoment, onEnd })
      moments.delete(trial)
      say(`${lineOf(outcome)}  ${outcome.how}\n`)
      if (outcome.wrong.length === 0) continue
      isFine = false
      say([...outcome.wrong.map((what) => `  - ${what}`), `  Logs: ${logs}/${trial}\n`].join('\n'))
    }
  }
  say(`${row(COLUMNS.map(([name]) => name))}  how\n`)
  await Promise.all(Array.from({ length: atOnce }, tryOn))
  if (!isFine) throw new UserError('An engine failed, and not all was well afterwards (see above).')
  if (!keepLogs) rmSync(logs, { recursive: true, force: true })
}
