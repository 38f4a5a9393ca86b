import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import type { Db } from '../../src/db/db.ts'
import { requireSealingKeys } from '../../src/db/installation/sealing-check.ts'
import { keepBegunConnection } from '../../src/db/stores/begun-connections.ts'
import {
  openConnection,
  openStoreSecret,
  sealStoreSecret,
} from '../../src/db/stores/store-secrets.ts'
import { dropConnectionSecrets, findStore, replaceConnection } from '../../src/db/stores/stores.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { sealedPlacesOf } from '../../src/payments/ports/platform.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { createSecretSealer, type SealingKey } from '../../src/runtime/secrets/sealed-secrets.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { databaseWithTables } from '../support/fresh-database.ts'
import { openTestDb } from '../support/open-db.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, startWorld, type World } from '../support/world.ts'

const PLACES = sealedPlacesOf(platforms)

const keyOf = (id: string): SealingKey => ({ id, key: randomBytes(32) })
const settingOf = (...keys: SealingKey[]): string =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
const [january, february] = [keyOf('january'), keyOf('february')]
const log = createLog({ level: 'silent', service: 'test' })

const opened: Array<() => Promise<void>> = []
afterAll(async () => {
  for (const close of opened) await close()
})
const ledgerAt = async (databaseUrl: string): Promise<Db> => {
  const db = await openTestDb({ databaseUrl, log })
  opened.push(db.close)
  return db
}

const keysWith = (databaseUrl: string, ...keys: SealingKey[]) =>
  commandOf('keys', () => ({ DATABASE_URL: databaseUrl, SEALING_KEYS: settingOf(...keys) }))

const addSealed = async ({ puente }: World, id: string): Promise<void> => {
  const { ctx, sealer } = puente
  const { query } = ctx.db
  await connectTestStore(puente, { id, notifyUrl: null })
  const connection = sealStoreSecret(sealer, {
    storeId: StoreId.parse(id),
    field: 'sealed_connection',
    secret: JSON.stringify({ token: id }),
  })
  await query
    .updateTable('stores')
    .set({ sealed_connection: connection })
    .where('id', '=', StoreId.parse(id))
    .execute()
  await keepBegunConnection(
    { query, sealer },
    {
      token: id,
      platform: 'woocommerce',
      begunBy: '203.0.113.1',
      now: ctx.clock.now(),
      expiresAt: new Date(Date.now() + 3_600_000),
      step: 'begun',
      storeId: StoreId.parse(id),
      details: {},
      secrets: {},
    },
  )
}

describe('a database that is opened with other sealing keys', () => {
  it('the process does not start, and says which keys it needs and which it got', async () => {
    const world = await startWorld({ SEALING_KEYS: settingOf(january) })
    await world.close()
    const started = startWorld(
      { SEALING_KEYS: settingOf(february) },
      { databaseUrl: world.databaseUrl },
    )
    const error = await started.then(
      () => new Error('it started'),
      (reason) => reason,
    )
    expect(error.message).toMatch(/^SEALING_KEYS: these are not the keys/)
    expect(error.message).toMatch(/january: \d+ values, missing/)
    expect(error.message).toContain('Given: february')
    expect(error.message).not.toContain(february.key.toString('base64'))
  })

  it('the process does not start with another key under the same id', async () => {
    const world = await startWorld({ SEALING_KEYS: settingOf(january) })
    await world.close()
    const other = { ...february, id: 'january' }
    const options = { databaseUrl: world.databaseUrl }
    await expect(startWorld({ SEALING_KEYS: settingOf(other) }, options)).rejects.toThrow(
      /january: \d+ values, given, but another key/,
    )
  })

  it('a database without a check starts only with its own keys', async () => {
    const world = await startWorld({ SEALING_KEYS: settingOf(january) })
    await world.puente.ctx.db.query
      .updateTable('installation')
      .set({ sealed_check: null })
      .execute()
    await world.close()
    const db = await ledgerAt(world.databaseUrl)
    const wrong = createSecretSealer([february])
    await expect(requireSealingKeys(db.query, wrong, PLACES)).rejects.toThrow('january: 3 values')
    await requireSealingKeys(db.query, createSecretSealer([january]), PLACES)
    const { sealed_check: check } = await db.query
      .selectFrom('installation')
      .select('sealed_check')
      .executeTakeFirstOrThrow()
    expect(check).toMatch(/^v1\.january\./)
  })

  it('one of two concurrent first starts sets the key', async () => {
    const db = await ledgerAt(await databaseWithTables())
    const sealers = [january, february].map((key) => createSecretSealer([key]))
    const starts = await Promise.allSettled(
      sealers.map((sealer) => requireSealingKeys(db.query, sealer, PLACES)),
    )
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('the command refuses to connect a store whose secrets the running processes could not open', async () => {
    const world = await startWorld({ SEALING_KEYS: settingOf(january) })
    opened.push(world.close)
    const stores = commandOf('stores', () => ({
      ...settingsOf(world),
      SEALING_KEYS: settingOf(february),
    }))
    const printed = await stores(
      ...['add', '--id', 'wrong-key', '--secret-key', 'sk_test_sandbox'],
      ...['--webhook-secret', 'whsec_test_sandbox'],
    )
    expect(printed.hasFailed).toBe(true)
    expect(printed.stderr).toContain('SEALING_KEYS: these are not the keys')
  })

  it('the database works without a lost key once an operator accepts the loss, and its stores are connected anew', async () => {
    const before = await startWorld({ SEALING_KEYS: settingOf(january) })
    await before.close()
    const { databaseUrl } = before
    const keys = keysWith(databaseUrl, february)
    const asked = await keys('accept-loss')
    expect(asked.hasFailed).toBe(true)
    expect(asked.stderr).toContain('--yes')
    expect((await keys('accept-loss', '--yes')).hasFailed).toBe(false)
    const world = await startWorld({ SEALING_KEYS: settingOf(february) }, { databaseUrl })
    opened.push(world.close)
    expect((await world.api('GET', '/v1/orders')).status).toBe(200)
    expect((await keys('status')).hasFailed).toBe(false)
    expect((await fetch(`${world.url}/health`)).status).toBe(200)
  })
})

describe('the health of an installation', () => {
  it('/health is red while secrets need a missing key', async () => {
    const databaseUrl = await databaseWithTables()
    const first = await startWorld({ SEALING_KEYS: settingOf(january, february) }, { databaseUrl })
    expect((await fetch(`${first.url}/health`)).status).toBe(200)
    await addSealed(first, 'kept')
    await first.close()
    const moved = createSecretSealer([february, january])
    const db = await ledgerAt(databaseUrl)
    await sql`UPDATE installation SET sealed_check = NULL`.execute(db.query)
    await requireSealingKeys(db.query, moved, PLACES)
    const second = await startWorld({ SEALING_KEYS: settingOf(february) }, { databaseUrl })
    opened.push(second.close)
    const health = await fetch(`${second.url}/health`)
    expect(health.status).toBe(503)
    expect(await health.json()).toEqual({ status: 'sealing keys missing', missing: ['january'] })
  })
})

describe('npm run keys', () => {
  const sealed = (...keys: SealingKey[]) => keysWith(world.databaseUrl, ...keys)

  const world = useWorld({ SEALING_KEYS: settingOf(january, february) })
  beforeAll(async () => {
    for (let each = 0; each < 120; each++) await addSealed(world, `store-${each}`)
  })

  it('the command covers every column with sealed values', async () => {
    const { rows } = await sql<{ place: string }>`
      SELECT table_name || '.' || column_name AS place FROM information_schema.columns
      WHERE table_schema = 'puente' AND column_name LIKE 'sealed%'`.execute(
      world.puente.ctx.db.query,
    )
    const known = PLACES.map(({ table, column }) => `${table}.${column}`)
    expect(rows.map(({ place }) => place).sort()).toEqual(known.sort())
  })

  it('the command counts the secrets of each key, and prints no key', async () => {
    const { stdout, stderr, hasFailed } = await sealed(february)('status')
    expect(hasFailed).toBe(true)
    expect(stdout).toMatch(/^january\t\d+ secrets\tmissing\t.*stores\.sealed_secret_key 121/m)
    expect(stdout).toMatch(/^february\t0 secrets\tgiven, seals/m)
    expect(stdout + stderr).not.toContain(february.key.toString('base64'))
  })

  it('a dry run reseals nothing', async () => {
    const { stdout } = await sealed(february, january)('reseal', '--dry')
    expect(stdout).toMatch(/^Would reseal \d+ secrets with "february"/)
    expect((await sealed(january)('status')).stdout).toMatch(
      /^january\t\d{3} secrets\tgiven, seals/,
    )
  })

  it('the command reseals everything beside running processes, and the old key is no longer needed', async () => {
    const { ctx, sealer } = world.puente
    const seen = await findStore(ctx.db.query, StoreId.parse('store-7'))
    const dropped = await findStore(ctx.db.query, StoreId.parse('store-8'))
    if (!seen || !dropped) throw new Error('The stores are not there')
    const { stdout, hasFailed } = await sealed(february, january)('reseal')
    expect(hasFailed).toBe(false)
    expect(stdout).toMatch(/^Resealed \d{3} secrets with "february"/)
    const status = await sealed(february)('status')
    expect(status.hasFailed).toBe(false)
    expect(status.stdout).not.toContain('january')
    const after = await findStore(ctx.db.query, StoreId.parse('store-7'))
    if (!after) throw new Error('The store is gone')
    const alone = createSecretSealer([february])
    expect(openStoreSecret(alone, after, 'sealed_secret_key')).toBe('sk_test_sandbox')
    expect(openConnection(alone, after)).toEqual({ token: 'store-7' })
    await requireSealingKeys(ctx.db.query, alone, PLACES)

    // A snapshot from before the reseal still identifies the connection.
    const kept = sealStoreSecret(sealer, {
      storeId: StoreId.parse('store-7'),
      field: 'sealed_connection',
      secret: '{"token":"changed"}',
    })
    await replaceConnection(ctx.db.query, seen, { sealed: kept, now: new Date() })
    const changed = await findStore(ctx.db.query, StoreId.parse('store-7'))
    expect(changed && openConnection(sealer, changed)).toEqual({ token: 'changed' })
    expect(await dropConnectionSecrets(ctx.db.query, dropped)).toBe(true)
    // A stale snapshot deletes nothing.
    expect(await dropConnectionSecrets(ctx.db.query, seen)).toBe(false)
  })

  it('the command says what it could not reseal, does the rest, and resumes where it stopped', async () => {
    const march = keyOf('march')
    const first = await sealed(march, february)('reseal')
    // The running process still seals with january.
    expect(first.hasFailed).toBe(true)
    expect(first.stdout).toMatch(/^Resealed \d{3} secrets with "march"/)
    expect(first.stderr).toMatch(/^Skipped 1 secret /)
    const again = await sealed(march, january)('reseal')
    expect(again.stdout).toMatch(/^Resealed 1 secret with "march"/)
    expect((await sealed(march)('status')).hasFailed).toBe(false)
  })
})
