import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { orUndefined } from '../../../../src/runtime/failure.ts'
import { openChildren } from './children.ts'

const PATIENCE = { timeout: 60_000 }
const CHILDREN = new URL('children.ts', import.meta.url).href

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'puente-children-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const isRunning = (pid: number) => orUndefined(() => process.kill(pid, 0)) === true
const pidIn = (file: string) =>
  Number(orUndefined(() => readFileSync(join(home, file), 'utf8')) || Number.NaN)

describe('the processes of a shop', () => {
  it('a stopped shop leaves no process, workers of its servers included', async () => {
    const children = openChildren(home)
    const worker = `sleep 60 & echo $! >${home}/worker; wait`
    const server = children.start('sh', ['-c', worker], { log: join(home, 'log') })
    await expect.poll(() => isRunning(pidIn('worker')), PATIENCE).toBe(true)
    await children.stop()
    expect(server.signalCode).toBe('SIGTERM')
    await expect.poll(() => isRunning(pidIn('worker')), PATIENCE).toBe(false)
    expect(() => children.start('sleep', ['60'], { log: join(home, 'log') })).toThrow('stopped')
  })

  it('a server that crashes leaves no worker', async () => {
    const children = openChildren(home)
    const crash = `sleep 60 & echo $! >${home}/worker; kill -9 $$`
    children.start('sh', ['-c', crash], { log: join(home, 'log') })
    await expect.poll(() => pidIn('worker') > 0, PATIENCE).toBe(true)
    await expect.poll(() => isRunning(pidIn('worker')), PATIENCE).toBe(false)
    await children.stop()
  })

  it('a killed parent leaves no process and no folder', async () => {
    const shop = join(home, 'shop')
    const program = `
      const { mkdirSync, writeFileSync } = await import('node:fs')
      const { openChildren } = await import('${CHILDREN}')
      mkdirSync('${shop}')
      const child = openChildren('${shop}').start('sleep', ['60'], { log: '${home}/log' })
      writeFileSync('${home}/server', String(child.pid))`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program])
    await expect.poll(() => isRunning(pidIn('server')), PATIENCE).toBe(true)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await expect.poll(() => isRunning(pidIn('server')), PATIENCE).toBe(false)
    await expect.poll(() => existsSync(shop), PATIENCE).toBe(false)
  })

  it('a failed command says what it printed last', async () => {
    const children = openChildren(home)
    const failing = children.run('sh', ['-c', 'echo no such table >&2; exit 3'])
    await expect(failing).rejects.toThrow('sh failed: no such table')
    await children.stop()
  })
})
