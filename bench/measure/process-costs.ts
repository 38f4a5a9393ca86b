import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in ticks. */
const MS_PER_TICK = 10

/** Returns the CPU time in ms; `NaN` without `/proc`. */
export const cpuMsOf = (pids: readonly number[]): number =>
  sum(pids.map((pid) => statOf(pid)?.ownMs ?? Number.NaN))

/** Postmaster, backends and ended backends. */
export const cpuMsOfPostgres = (postmaster: number): number => {
  const server = statOf(postmaster)
  if (!server) return Number.NaN
  const children = readdirSync('/proc')
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster)
  return server.ownMs + server.endedChildrenMs + sum(children.map((child) => child?.ownMs ?? 0))
}

export const memoryMbOf = (pid: number, which: 'VmHWM' | 'VmRSS'): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

const statOf = (pid: number) => {
  if (!Number.isInteger(pid)) return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the program name, which may contain blanks: state, parent; times from the 12th on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = (first: number) => Number(fields[first]) + Number(fields[first + 1])
    return {
      parent: Number(fields[1]),
      ownMs: ticks(11) * MS_PER_TICK,
      endedChildrenMs: ticks(13) * MS_PER_TICK,
    }
  } catch {
    return undefined
  }
}
