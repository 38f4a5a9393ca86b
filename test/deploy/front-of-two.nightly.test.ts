import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { settingsOf } from '../support/command.ts'
import { type PuenteProcess, startPuenteProcess } from '../support/puente-process.ts'
import { startSteadyLoad } from '../support/steady-load.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually } from '../support/world.ts'

const PER_SECOND = 200
const RESTARTS = 4
/** nginx ends kept connections when it reloads, as servers may between requests: clients repeat these. */
const CLOSED = /other side closed|ECONNRESET/

const world = useWorld()
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

interface Ports {
  front: number
  first: number
  second: number
}

interface Front {
  command: readonly string[]
  file: string
  /** The example, between these ports. */
  text: string
}

const FRONTS = {
  nginx: (folder: string, ports: Ports): Front => {
    const file = join(folder, 'nginx.conf')
    const example = between('deploy/nginx/puente.conf', ports)
      .replace('listen 443 ssl', `listen 127.0.0.1:${ports.front}`)
      .replaceAll(/^ *ssl_.*\n/gm, '')
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    return {
      command: ['nginx', '-p', folder, '-e', 'stderr', '-c', file],
      file,
      text: `daemon off; pid ${folder}/pid; error_log stderr crit; events {}
        http { access_log off; ${paths}
        ${example} }`,
    }
  },
  caddy: (folder: string, ports: Ports): Front => {
    const file = join(folder, 'Caddyfile')
    const address = `http://127.0.0.1:${ports.front}`
    const example = between('deploy/caddy/Caddyfile', ports).replace('puente.example', address)
    return {
      command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
      file,
      text: `{\n\tadmin off\n}\n${example}`,
    }
  },
}

const between = (example: string, { first, second }: Ports): string =>
  readFileSync(example, 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${second}`)

interface RunningFront {
  url: string
  /** As an operator does with nginx: marks a process as down, or none, and reloads. */
  leaveOut(port?: number): Promise<void>
}

const startFront = async (name: keyof typeof FRONTS, ports: Ports): Promise<RunningFront> => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-front-'))
  ending.push(() => rmSync(folder, { recursive: true, force: true }))
  const { command, file, text } = FRONTS[name](folder, ports)
  writeFileSync(file, text)
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let written = ''
  child.stderr.on('data', (chunk: Buffer) => {
    written += chunk
  })
  ending.push(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const url = `http://127.0.0.1:${ports.front}`
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${written}`)
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok
  })
  return {
    url,
    leaveOut: async (port) => {
      const server = `server 127.0.0.1:${port} `
      writeFileSync(file, text.replace(server, `${server}down `))
      child.kill('SIGHUP')
      // Old workers of nginx end their requests.
      await sleep(1_000)
    },
  }
}

const start = (port: number): Promise<PuenteProcess> =>
  startPuenteProcess(`http://127.0.0.1:${port}`, {
    ...settingsOf(world),
    PORT: String(port),
    DRAIN_SECONDS: '5',
    TRUSTED_PROXIES: '127.0.0.1',
  })

const isInstalled = (command: string): boolean => spawnSync('which', [command]).status === 0

describe('the examples of a server in front of two processes', () => {
  it.for(['nginx', 'caddy'] as const)(
    `%s answers none of ${PER_SECOND} requests a second with an error while each process is restarted twice`,
    async (name, { skip }) => {
      if (!isInstalled(name)) skip(`${name} is not installed`)
      const ports = { front: await freePort(), first: await freePort(), second: await freePort() }
      const both = [ports.first, ports.second]
      const processes = await Promise.all(both.map(start))
      for (const index of both.keys()) ending.push(() => processes[index]?.kill())
      const front = await startFront(name, ports)
      const { apiKey } = world
      const endLoad = startSteadyLoad(front.url, { apiKey, perSecond: PER_SECOND })
      for (let restart = 0; restart < RESTARTS; restart++) {
        const index = restart % both.length
        const port = both[index]
        if (port === undefined) throw new Error('No such process')
        // Caddy asks /readyz.
        if (name === 'nginx') await front.leaveOut(port)
        expect(await processes[index]?.stop()).toBe(0)
        processes[index] = await start(port)
        if (name === 'nginx') await front.leaveOut()
      }
      const answers = Object.keys(await endLoad())
      expect(answers.filter((answer) => !CLOSED.test(answer))).toEqual(['200'])
    },
  )

  it('systemd accepts the unit', ({ skip }) => {
    if (!isInstalled('systemd-analyze')) skip('systemd is not installed')
    const folder = mkdtempSync(join(tmpdir(), 'puente-unit-'))
    ending.push(() => rmSync(folder, { recursive: true, force: true }))
    const unit = join(folder, 'puente@3000.service')
    // Its program and its user exist on a machine where Puente is installed.
    const text = readFileSync('deploy/systemd/puente@.service', 'utf8')
      .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      .replace('User=puente', 'User=daemon')
    writeFileSync(unit, text)
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    expect(verified.stderr.split('\n').filter((line) => line.includes(unit))).toEqual([])
    expect(verified.status).toBe(0)
  })
})
