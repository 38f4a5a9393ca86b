import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { readSettings } from '../../config/settings.ts'
import { gracefulStopMs } from '../../src/puente.ts'
import { commandOf } from '../support/command.ts'
import { freshDatabase } from '../support/fresh-database.ts'

// Each starts processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const run = promisify(execFile)
const DEPLOY = join(import.meta.dirname, '../../deploy')
const compose = readFileSync(join(DEPLOY, '../compose.yaml'), 'utf8')

describe('compose.yaml', () => {
  it('waits longer for a process to stop than the process takes, and that longer than a call', () => {
    const settings = readSettings({}, 'no-such-file', platforms)
    const [, seconds] = /x-puente:[\s\S]*?stop_grace_period: (\d+)s/.exec(compose) ?? []
    expect(gracefulStopMs(settings)).toBeGreaterThan(settings.GATEWAY_TIMEOUT_MS + 2_000)
    expect(Number(seconds) * 1_000).toBeGreaterThan(gracefulStopMs(settings))
  })

  it('starts with the sandbox as it is, and with a gateway of one’s own in production', () => {
    const environmentOf = (given: Record<string, string>) => {
      const [, block = ''] = /environment: &environment\n((?: {4}.*\n)+)/.exec(compose) ?? []
      const entries = [...block.matchAll(/^ {4}([A-Z_]+): (.*)$/gm)].map(
        ([, name = '', text = '']) => [
          name,
          text.replace(
            /\$\{(\w+)(?:(:[-+?])([^}]*))?\}/g,
            (_, variable: string, sign = '', other = '') =>
              sign === ':+' ? (given[variable] ? other : '') : given[variable] || other,
          ),
        ],
      )
      return Object.fromEntries(entries)
    }
    const secrets = {
      POSTGRES_PASSWORD: 'x',
      SEALING_KEYS: `main:${Buffer.alloc(32).toString('base64')}`,
    }
    const read = (given: Record<string, string>) =>
      readSettings(environmentOf({ ...secrets, ...given }), 'no-such-file', platforms)
    expect(read({}).NODE_ENV).toBe('development')
    const own = {
      GATEWAY_BASE_URL: 'https://gateway.example/v1',
      PUBLIC_URL: 'https://pay.example',
    }
    // An address that was left out would lead to the sandbox, with the secret key of the gateway.
    expect(() => read(own)).toThrow('GATEWAY_EMBED_BASE_URL: must be an https address')
    const embed = { GATEWAY_EMBED_BASE_URL: 'https://gateway.example/embed/v1' }
    expect(read({ ...own, ...embed }).NODE_ENV).toBe('production')
  })

  it('gives the password of the database apart from its address, so that it may have any character', async () => {
    expect(compose).toContain('DATABASE_URL: postgres://puente@postgres:5432/puente')
    const password = "a@/#b:%2F$'?"
    const url = new URL(await freshDatabase())
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    const role = `role_${Date.now()}`
    await client.query(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD ${pg.escapeLiteral(password)}`)
    await client.end()
    Object.assign(url, { username: role, password: '' })
    const migrateWith = (PGPASSWORD: string) =>
      commandOf('migrate', () => ({ DATABASE_URL: url.href, PGPASSWORD }))()
    expect((await migrateWith(password)).hasFailed).toBe(false)
    expect((await migrateWith('another')).stderr).toContain('DATABASE_URL: cannot reach PostgreSQL')
  })
})

describe('deploy/write-env.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-deploy-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('writes secrets once, for their owner alone, that Puente starts with', async () => {
    cpSync(join(DEPLOY, 'write-env.sh'), join(folder, 'write-env.sh'))
    const write = () => run('sh', [join(folder, 'write-env.sh')])
    const path = join(folder, '.env')
    await write()
    const first = readFileSync(path, 'utf8')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const [, keys = ''] = /^SEALING_KEYS=(.+)$/m.exec(first) ?? []
    const settings = readSettings({ SEALING_KEYS: keys }, 'no-such-file')
    expect(settings.SEALING_KEYS?.map(({ id }) => id)).toEqual(['main'])
    expect(first).toMatch(/^POSTGRES_PASSWORD=\w{48}$/m)
    const again = await write()
    expect(again.stderr).toContain('stays as it is')
    expect(again.stdout + again.stderr).not.toContain(keys)
    expect(readFileSync(path, 'utf8')).toBe(first)
  })
})

describe('deploy/probe.sh', () => {
  const probe = (port: number, ...more: string[]) =>
    run('bash', [join(DEPLOY, 'probe.sh'), String(port), '/health', ...more]).then(
      () => 'healthy',
      () => 'not healthy',
    )

  it('tells a process that is well from one that is not, and from one that is gone', async () => {
    let status = 200
    const server = createServer((_, response) => void response.writeHead(status).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await probe(port)).toBe('healthy')
    status = 503
    expect(await probe(port)).toBe('not healthy')
    expect(await probe(port, '503')).toBe('healthy')
    server.removeAllListeners('request')
    expect(await probe(port)).toBe('not healthy')
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(await probe(port)).toBe('not healthy')
  })
})
