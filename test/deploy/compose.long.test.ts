import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { readSettings } from '../../config/settings.ts'
import { gracefulStopMs } from '../../src/puente.ts'
import { commandOf } from '../support/command.ts'
import { freshDatabase } from '../support/fresh-database.ts'

const run = promisify(execFile)
const DEPLOY = join(import.meta.dirname, '../../deploy')
const compose = readFileSync(join(DEPLOY, '../compose.yaml'), 'utf8')

describe('compose.yaml', () => {
  it("the stop grace period exceeds the process's own shutdown, and that exceeds a gateway call", () => {
    const settings = readSettings({}, 'no-such-file', platforms)
    const [, seconds] = /x-puente:[\s\S]*?stop_grace_period: (\d+)s/.exec(compose) ?? []
    expect(gracefulStopMs(settings)).toBeGreaterThan(settings.GATEWAY_TIMEOUT_MS + 2_000)
    expect(Number(seconds) * 1_000).toBeGreaterThan(gracefulStopMs(settings))
  })

  it('the defaults start with the sandbox, and a real gateway starts in production', () => {
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
      REDIS_PASSWORD: 'y',
      SEALING_KEYS: `main:${Buffer.alloc(32).toString('base64')}`,
    }
    const read = (given: Record<string, string>) =>
      readSettings(environmentOf({ ...secrets, ...given }), 'no-such-file', platforms)
    expect(read({}).NODE_ENV).toBe('development')
    const own = {
      GATEWAY_BASE_URL: 'https://gateway.example/v1',
      PUBLIC_URL: 'https://pay.example',
    }
    // A missing address would default to the sandbox and send it the real secret key.
    expect(() => read(own)).toThrow('GATEWAY_EMBED_BASE_URL: must be an https address')
    const embed = { GATEWAY_EMBED_BASE_URL: 'https://gateway.example/embed/v1' }
    expect(read({ ...own, ...embed }).NODE_ENV).toBe('production')
  })

  it('the sandbox starts only in its profile, with its own role and database, never in production', async () => {
    const [, sandbox = ''] = /\n {2}sandbox:\n((?: {4}.*\n| *\n)+)/.exec(compose) ?? []
    expect(sandbox).toContain('profiles: [sandbox]')
    expect(sandbox).toContain('SANDBOX_DATABASE_URL: postgres://sandbox@postgres:5432/sandbox')
    expect(sandbox).not.toContain('${POSTGRES_PASSWORD')
    expect(sandbox).toMatch(/NODE_ENV: \$\{GATEWAY_BASE_URL:\+production\}/)
    const start = run('node', ['sandbox/gateway/main.ts'], {
      cwd: join(DEPLOY, '..'),
      env: { ...process.env, NODE_ENV: 'production', SANDBOX_PORT: '0' },
    })
    await expect(start).rejects.toMatchObject({
      stderr: expect.stringContaining('does not run in production'),
    })
  })

  it('the sandbox can access only its own database', async () => {
    const ofPuente = new URL(await freshDatabase())
    const admin = new pg.Client({ connectionString: ofPuente.href })
    await admin.connect()
    const script = readFileSync(join(DEPLOY, 'postgres/sandbox.sh'), 'utf8')
    const [, statements = ''] = /<<'SQL'\n([\s\S]*?)\nSQL\n/.exec(script) ?? []
    const name = `sandbox_${Date.now()}`
    const password = "its own '$ password"
    // Replaces psql variables and the role name, which other tests may use.
    const filled = statements
      .replaceAll(":'password'", pg.escapeLiteral(password))
      .replaceAll(':"DBNAME"', pg.escapeIdentifier(ofPuente.pathname.slice(1)))
      .replaceAll(/\bsandbox\b/g, name)
    for (const statement of filled.split(';\n')) await admin.query(statement)
    const enters = async (database: string) => {
      const url = new URL(ofPuente)
      Object.assign(url, { username: name, password, pathname: `/${database}` })
      const client = new pg.Client({ connectionString: url.href })
      try {
        await client.connect()
        await client.query('CREATE TABLE own (id text)')
        return 'entered'
      } catch (error) {
        return error instanceof Error ? error.message : 'failed'
      } finally {
        await client.end().catch(() => {})
      }
    }
    expect(await enters(name)).toBe('entered')
    expect(await enters(ofPuente.pathname.slice(1))).toMatch(/permission denied for database/)
    await admin.query(`DROP DATABASE ${name}`)
    await admin.query(`DROP ROLE ${name}`)
    await admin.end()
  })

  it('Redis requires a password, and each image can be pinned by digest', () => {
    expect(compose).toMatch(/REDIS_URL: redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]+\}@redis:6379/)
    expect(compose).toMatch(/--requirepass\n {6}- \$\{REDIS_PASSWORD:\?/)
    const images = [...compose.matchAll(/(?:image|NODE_IMAGE): (.+)/g)].map(([, image]) => image)
    expect(images).toHaveLength(3)
    for (const image of images) expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-[\w:.-]+\}$/)
    const dockerfile = readFileSync(join(DEPLOY, '../Dockerfile'), 'utf8')
    const stages = [...dockerfile.matchAll(/^FROM (\S+)(?: AS (\w+))?$/gm)]
    const names = stages.flatMap(([, , name]) => name ?? [])
    const foreign = stages
      .map(([, base = '']) => base)
      .filter((base) => !/^(?:\$\{NODE_IMAGE\}|scratch)$/.test(base) && !names.includes(base))
    expect(stages.length).toBeGreaterThan(1)
    expect(foreign).toEqual([])
  })

  it('the database password is separate from its URL, so any character works', async () => {
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

  it('write-env.sh writes secrets once, readable only by their owner, and Puente accepts them', async () => {
    cpSync(join(DEPLOY, 'write-env.sh'), join(folder, 'write-env.sh'))
    const write = () => run('sh', [join(folder, 'write-env.sh')])
    const path = join(folder, '.env')
    await write()
    const first = readFileSync(path, 'utf8')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const [, keys = ''] = /^SEALING_KEYS=(.+)$/m.exec(first) ?? []
    const settings = readSettings({ SEALING_KEYS: keys }, 'no-such-file')
    expect(settings.SEALING_KEYS?.map(({ id }) => id)).toEqual(['main'])
    const passwords = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'SANDBOX_POSTGRES_PASSWORD']
    for (const name of passwords) expect(first).toMatch(new RegExp(`^${name}=\\w{48}$`, 'm'))
    const again = await write()
    expect(again.stderr).toContain('stays as it is')
    expect(again.stdout + again.stderr).not.toContain(keys)
    expect(readFileSync(path, 'utf8')).toBe(first)
    // A file of an older version has two secrets.
    const [older] = first.split('REDIS_PASSWORD=')
    writeFileSync(path, older ?? '')
    expect((await write()).stderr).toContain('Wrote REDIS_PASSWORD SANDBOX_POSTGRES_PASSWORD')
    expect(readFileSync(path, 'utf8').startsWith(`${older}REDIS_PASSWORD=`)).toBe(true)
  })
})

describe('deploy/probe.sh', () => {
  const probe = (port: number, ...more: string[]) =>
    run('bash', [join(DEPLOY, 'probe.sh'), String(port), '/health', ...more]).then(
      () => 'healthy',
      () => 'not healthy',
    )

  it('probe.sh distinguishes a healthy process from an unhealthy or stopped one', async () => {
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
