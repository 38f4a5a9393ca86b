import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

const newLock = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'lock')
}

it('two builds at the same time run one after the other', async () => {
  const lock = newLock()
  const steps: string[] = []
  const build = (name: string) =>
    oneAtATime(lock, async () => {
      steps.push(`${name} begins`)
      await sleep(20)
      steps.push(`${name} ends`)
    })
  await Promise.all([build('first'), build('second')])
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  expect(existsSync(lock)).toBe(false)
})

it('the lock of a killed test run blocks no later one', async () => {
  const lock = newLock()
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(lock, String(pid))
  await oneAtATime(lock, async () => {})
  expect(existsSync(lock)).toBe(false)
})

it('a lock older than any build blocks no later one, even if a running process has its id', async () => {
  const lock = newLock()
  writeFileSync(lock, String(process.pid))
  const anHourAgo = Date.now() / 1_000 - 3_600
  utimesSync(lock, anHourAgo, anHourAgo)
  await oneAtATime(lock, async () => {})
  expect(existsSync(lock)).toBe(false)
})

it('a failed build frees the lock', async () => {
  const lock = newLock()
  const failing = oneAtATime(lock, async () => {
    throw new Error('no build')
  })
  await expect(failing).rejects.toThrow('no build')
  expect(existsSync(lock)).toBe(false)
})
