import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it, type TestContext } from 'vitest'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { eventually } from '../support/eventually.ts'
import { runCommand } from './running-command.ts'

const START = [process.execPath, 'src/cli/puente.ts', 'start'] as const
const SANDBOX = [process.execPath, 'src/cli/puente.ts', 'sandbox'] as const

const otherProgram = async (
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  host = '127.0.0.1',
): Promise<number> => {
  const server = createServer((_, response) => response.end('{"status":"ok"}'))
  server.listen(await freePort(), host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return Object(server.address()).port
}

const made = (folder: string) => existsSync(join(folder, 'data'))

it.for([
  ['PORT', START, '127.0.0.1'],
  ['PORT', START, '::1'],
  ['PRIVATE_PORT', START, '127.0.0.1'],
  ['SANDBOX_PORT', START, '127.0.0.1'],
  ['SANDBOX_PORT', SANDBOX, '127.0.0.1'],
] as const)(
  'a %s in use stops the start before anything exists, with the line that cures it',
  async ([setting, command, host], test) => {
    const port = await otherProgram(test, host)
    const start = await runCommand(test, [...command], { [setting]: String(port) })
    expect(await start.ended()).toBe(1)
    expect(start.complained()).toContain(`Port ${port} (${setting}) is in use by another program.`)
    expect(start.complained()).toMatch(
      new RegExp(`\\n  ${setting}=\\d+ npm (start|run sandbox)\\n`),
    )
    expect(made(start.folder)).toBe(false)
  },
)

it('one port for the service and the sandbox is refused', async (test) => {
  const port = String(await freePort())
  const start = await runCommand(test, [...START], { PORT: port, SANDBOX_PORT: port })
  expect(await start.ended()).toBe(1)
  expect(start.complained()).toContain(`Port ${port} has two uses: SANDBOX_PORT needs`)
  expect(made(start.folder)).toBe(false)
})

it('a second start says that Puente and the sandbox gateway already run, and how to start beside them', async (test) => {
  const first = await runCommand(test, [...START])
  await eventually(async () => first.printed().includes('Puente is running.'))
  const { port } = new URL(first.url)
  const [, sandboxPort = ''] = /localhost:(\d+) \(sandbox/.exec(first.printed()) ?? []
  const second = await runCommand(test, [...START], { PORT: port, SANDBOX_PORT: sandboxPort })
  expect(await second.ended()).toBe(1)
  expect(second.complained()).toContain(`Puente already runs on port ${port}.`)
  expect(second.complained()).toContain(`The sandbox gateway already runs on port ${sandboxPort}.`)
  expect(second.complained()).toMatch(/\n {2}PORT=\d+ SANDBOX_PORT=\d+ DATA_DIR=\S+-2 npm start\n/)
  expect(made(second.folder)).toBe(false)
})
