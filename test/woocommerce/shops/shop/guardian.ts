import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { killGroup } from './kill-group.ts'

/**
 * Stops a shop whose parent died without stopping it. The parent writes the pid of each process
 * group that starts (`+12`) or ends (`-12`), and `done` before it leaves; takes the shop's folder.
 */
const GRACE_MS = 5_000
const [, , home] = process.argv
const running = new Set<number>()
let isDone = false

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'done') isDone = true
  else if (line.startsWith('+')) running.add(Number(line.slice(1)))
  else running.delete(Number(line.slice(1)))
}
if (!isDone) {
  for (const pid of running) killGroup(pid, 'SIGTERM')
  await sleep(GRACE_MS)
  for (const pid of running) killGroup(pid, 'SIGKILL')
  if (home) rmSync(home, { recursive: true, force: true })
}
