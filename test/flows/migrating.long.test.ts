import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { commandOf } from '../support/command.ts'
import { databaseWithTables, freshDatabase } from '../support/fresh-database.ts'
import { startPuenteProcess } from '../support/puente-process.ts'

const withoutRights = async (databaseUrl: string): Promise<string> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const role = `role_${randomBytes(6).toString('hex')}`
  await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'p'`)
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname IN ('puente', 'bullmq')`,
  )
  for (const { name } of rows) {
    await client.query(`GRANT USAGE ON SCHEMA ${name} TO ${role}`)
    await client.query(`GRANT ALL ON ALL TABLES IN SCHEMA ${name} TO ${role}`)
    await client.query(`GRANT ALL ON ALL SEQUENCES IN SCHEMA ${name} TO ${role}`)
  }
  await client.end()
  const url = new URL(databaseUrl)
  url.username = role
  url.password = 'p'
  return url.href
}

const migrateAt = (databaseUrl: string) =>
  commandOf('migrate', () => ({ DATABASE_URL: databaseUrl }))()

describe('npm run migrate', () => {
  it('the command creates the tables of core, platforms and jobs, and a second run changes nothing', async () => {
    const databaseUrl = await freshDatabase()
    expect(await migrateAt(databaseUrl)).toMatchObject({ hasFailed: false })
    expect((await migrateAt(databaseUrl)).stdout).toContain('up to date')
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      `SELECT FROM puente.orders UNION ALL SELECT FROM puente.shopify_sessions
        UNION ALL SELECT FROM bullmq.migration LIMIT 1`,
    )
    await client.end()
    expect(rows).toHaveLength(1)
  })

  it('the command refuses a database with former migrations, names the fix and changes nothing', async () => {
    const databaseUrl = await freshDatabase()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(`CREATE SCHEMA puente; CREATE TABLE puente.stores (id text);
      CREATE TABLE puente.kysely_migration (name text PRIMARY KEY)`)
    const printed = await migrateAt(databaseUrl)
    const { rows } = await client.query(`SELECT FROM pg_tables WHERE schemaname = 'puente'`)
    await client.end()
    expect(printed.hasFailed).toBe(true)
    expect(printed.stderr).toContain('DROP SCHEMA puente CASCADE')
    expect(printed.stderr).not.toMatch(/^\s+at /m)
    expect(rows).toHaveLength(2)
  })

  it('a role that cannot create tables gets advice instead of a stack trace', async () => {
    const printed = await migrateAt(await withoutRights(await freshDatabase()))
    expect(printed.hasFailed).toBe(true)
    expect(printed.stderr).toContain('DATABASE_URL: its role may not make or change the tables')
    expect(printed.stderr).not.toMatch(/^\s+at /m)
  })

  it('a process whose role cannot create tables starts on a migrated database', async () => {
    const databaseUrl = await databaseWithTables()
    expect((await migrateAt(databaseUrl)).hasFailed).toBe(false)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const process = await startPuenteProcess(url, {
      DATABASE_URL: await withoutRights(databaseUrl),
      PORT: String(port),
      SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    })
    expect((await fetch(`${url}/health`)).status).toBe(200)
    await process.kill()
  })
})

describe('puente migrate --check', () => {
  const checkAt = (databaseUrl: string) =>
    commandOf('migrate', () => ({ DATABASE_URL: databaseUrl }))('--check')
  const queryAt = async (databaseUrl: string, statement: string) => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      options: '-c search_path=puente',
    })
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows
  }

  it('an empty database is left empty, and is not ready', async () => {
    const databaseUrl = await freshDatabase()
    const checked = await checkAt(databaseUrl)
    expect(checked.exitCode).toBe(1)
    expect(checked.stdout).toContain('Not yet: the database has no tables')
    expect(await queryAt(databaseUrl, `SELECT FROM pg_tables WHERE schemaname = 'puente'`)).toEqual(
      [],
    )
  })

  it('tables that lack a migration are not ready, those of a later version are', async () => {
    const databaseUrl = await databaseWithTables()
    expect(await checkAt(databaseUrl)).toMatchObject({ exitCode: 0 })
    const [latest] = await queryAt(
      databaseUrl,
      `DELETE FROM schema_parts WHERE name = (SELECT max(name) FROM schema_parts WHERE name LIKE 'core/%')
       RETURNING name, edition`,
    )
    expect((await checkAt(databaseUrl)).stdout).toContain('migrations are missing')
    await queryAt(
      databaseUrl,
      `INSERT INTO schema_parts VALUES ('${latest.name}', '${latest.edition}'), ('core/9999-later.sql', 'x')`,
    )
    expect(await checkAt(databaseUrl)).toMatchObject({ exitCode: 0 })
  })

  it('a version that would ignore a right in use may not serve: it neither goes on nor starts', async () => {
    const databaseUrl = await databaseWithTables()
    const port = await freePort()
    const settings = {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    }
    const running = await startPuenteProcess(`http://127.0.0.1:${port}`, settings)
    await queryAt(databaseUrl, `INSERT INTO features_in_use (name) VALUES ('right-of-tomorrow')`)
    expect(await running.ended()).toBe(1)
    expect(running.output()).toContain('uses: right-of-tomorrow')
    const checked = await checkAt(databaseUrl)
    expect(checked.exitCode).toBe(1)
    expect(checked.stdout).toContain('uses: right-of-tomorrow')
    await expect(startPuenteProcess(`http://127.0.0.1:${port}`, settings)).rejects.toThrow(
      'uses: right-of-tomorrow',
    )
  })

  it('a process that meets a copy of its database stops, and none starts before its check', async () => {
    const databaseUrl = await databaseWithTables()
    const port = await freePort()
    const settings = {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    }
    const running = await startPuenteProcess(`http://127.0.0.1:${port}`, settings)
    await queryAt(databaseUrl, `UPDATE installation SET database_identity = 'of another server/1'`)
    expect(await running.ended()).toBe(1)
    expect(running.output()).toContain('puente restore-check')
    expect(await checkAt(databaseUrl)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('puente restore-check'),
    })
    const restoreCheck = commandOf('puente', () => settings)
    expect(await restoreCheck('restore-check', '--apply')).toMatchObject({ exitCode: 0 })
    expect(await checkAt(databaseUrl)).toMatchObject({ exitCode: 0 })
  })
})
