import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { eventually } from '../support/eventually.ts'
import { type RunningCommand, runCommand } from './running-command.ts'

const node = (file: string, ...args: string[]): [string, ...string[]] => [
  process.execPath,
  file,
  ...args,
]
const PUENTE = 'src/cli/puente.ts'
/** 128 plus the number of SIGPIPE: exit code after `head` closes the pipe. */
const READER_LEFT = 141

const TIMEOUT_MS = 200_000

/** Usually takes seconds; allows for a busy machine. */
const expectNothingLeft = async (command: RunningCommand): Promise<void> => {
  await eventually(async () => command.stillRuns().length === 0).catch(() => {})
  expect(command.stillRuns()).toEqual([])
}

const printed = (command: RunningCommand, text: string): Promise<unknown> =>
  eventually(async () => command.printed().includes(text), 120_000)

describe.concurrent('a command that ends early', { timeout: TIMEOUT_MS }, () => {
  it('npm run demo | head -3 leaves no PostgreSQL running', async (test) => {
    const demo = await runCommand(test, ['sh', '-c', 'npm run demo | head -3'])
    await demo.serverSeen()
    await demo.ended()
    await expectNothingLeft(demo)
    expect(demo.complained()).not.toContain('EPIPE')
  })

  it('a demo with a closed pipe exits as by SIGPIPE and leaves no process running', async (test) => {
    const demo = await runCommand(test, node(PUENTE, 'demo'))
    await printed(demo, 'everything started')
    demo.stopReading()
    expect(await demo.ended()).toBe(READER_LEFT)
    await expectNothingLeft(demo)
    expect(demo.complained()).toBe('')
  })

  it.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'a demo stopped by %s exits with its code and leaves no process running',
    async ([signal, code], test) => {
      const demo = await runCommand(test, node(PUENTE, 'demo'))
      await printed(demo, 'everything started')
      demo.child.kill(signal)
      const end = await demo.ended()
      expect({ end, complained: demo.complained() }).toEqual({ end: code, complained: '' })
      await expectNothingLeft(demo)
    },
  )

  it('a demo stopped while PostgreSQL starts leaves none running', async (test) => {
    const demo = await runCommand(test, node(PUENTE, 'demo'))
    await demo.serverSeen()
    demo.child.kill('SIGINT')
    expect(await demo.ended()).toBe(130)
    await expectNothingLeft(demo)
  })

  it('a demo with a killed npm leaves no process running', async (test) => {
    const demo = await runCommand(test, ['npm', 'run', 'demo'])
    await printed(demo, 'everything started')
    demo.child.kill('SIGKILL')
    await demo.ended()
    await expectNothingLeft(demo)
  })

  it('npm start shuts down gracefully on SIGHUP and SIGTERM', async (test) => {
    for (const signal of ['SIGHUP', 'SIGTERM'] as const) {
      const start = await runCommand(test, node(PUENTE, 'start'))
      await printed(start, 'Puente is running')
      start.child.kill(signal)
      expect(await start.ended()).toBe(0)
      await expectNothingLeft(start)
    }
  })

  it('npm start | head -3 stops every process it started', async (test) => {
    const start = await runCommand(test, ['sh', '-c', 'npm start | head -3'])
    await start.serverSeen()
    await start.ended()
    await expectNothingLeft(start)
  })

  it('npm start stops at its next line after its pipe is closed', async (test) => {
    const start = await runCommand(test, node(PUENTE, 'start'))
    await printed(start, 'Puente is running')
    start.stopReading()
    await fetch(`${start.url}/v1/no-such-thing`).catch(() => {})
    expect(await start.ended()).toBe(READER_LEFT)
    await expectNothingLeft(start)
  })

  it('npm start leaves no PostgreSQL running after a second Ctrl-C', async (test) => {
    // Without the sandbox, no other process would stop PostgreSQL.
    const start = await runCommand(test, node(PUENTE, 'start'), {
      GATEWAY_BASE_URL: 'http://localhost:1/v1',
    })
    await printed(start, 'Puente is running')
    // A half-sent request delays the graceful shutdown.
    const half = request(`${start.url}/v1/checkouts`, { method: 'POST' })
    half.on('error', () => {})
    half.setHeader('authorization', `Bearer ${readSettings({}, 'no-such-file').DEMO_API_KEY}`)
    half.setHeader('content-length', '100').setHeader('expect', '100-continue')
    half.flushHeaders()
    await once(half, 'continue')
    half.write('{')
    // Signals within 2 s count as one Ctrl-C, because npm forwards it too.
    const again = setInterval(() => start.child.kill('SIGINT'), 250)
    test.onTestFinished(() => clearInterval(again))
    start.child.kill('SIGINT')
    expect(await start.ended()).toBe(130)
    await expectNothingLeft(start)
    half.destroy()
  })

  it.for([
    ['an exception that nobody catches', "setTimeout(() => { throw new Error('boom') }, 200)"],
    ['a promise that nobody catches', "setTimeout(() => Promise.reject(new Error('boom')), 200)"],
  ])('npm start reports %s and leaves no process running', async ([, bug], test) => {
    const whenRunning = `
      const write = process.stdout.write
      process.stdout.write = function (text, ...rest) {
        if (String(text).includes('Puente is running')) { ${bug} }
        return write.call(this, text, ...rest)
      }`
    const start = await runCommand(test, [
      process.execPath,
      '--import',
      `data:text/javascript,${encodeURIComponent(whenRunning)}`,
      PUENTE,
      'start',
    ])
    await start.serverSeen()
    expect(await start.ended()).toBe(1)
    expect(start.complained()).toContain('boom')
    await expectNothingLeft(start)
  })

  it.for([
    // Prints nothing, so it gets no EPIPE.
    ['stores list | true', ['src/cli/stores.ts', 'list'], 0, ''],
    ['tasks list | true', [PUENTE, 'tasks', 'list'], READER_LEFT, ''],
    [
      'reconcile of an unknown store | true',
      [PUENTE, 'reconcile', '--store', 'a', '--from', '2026-05-01', '--to', '2026-05-02'],
      1,
      '--store: there is no store "a".\n',
    ],
    ['the gateway alone | true', ['sandbox/gateway/main.ts'], READER_LEFT, ''],
    ['the roles alone | true', ['src/main.ts'], READER_LEFT, ''],
  ] as const)(
    '%s leaves no PostgreSQL running',
    async ([, [file, ...args], code, complaint], test) => {
      const command = await runCommand(test, node(file, ...args))
      command.stopReading()
      expect(await command.ended()).toBe(code)
      expect(command.hadServer()).toBe(true)
      await expectNothingLeft(command)
      expect(command.complained()).toBe(complaint)
    },
  )
})
