import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts the time of processes in hundredths of a second. */
const MS_PER_TICK = 10

/** The CPU time that these processes have used, in ms. `NaN` on a system without `/proc`. */
export const cpuMsOf = (pids: readonly number[]): number =>
  sum(pids.map((pid) => statOf(pid)?.ownMs ?? Number.NaN))

/** The same of a PostgreSQL server: its first process, those that it has, and those that have ended. */
export const cpuMsOfPostgres = (postmaster: number): number => {
  const server = statOf(postmaster)
  if (!server) return Number.NaN
  const children = readdirSync('/proc')
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster)
  return server.ownMs + server.endedChildrenMs + sum(children.map((child) => child?.ownMs ?? 0))
}

/** The most memory that a process ever had, or has now, in MB. */
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
    // After the name of the program, which may have blanks in it: state, parent, and from the 12th on times.
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
