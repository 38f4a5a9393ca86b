import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareReadSchema, READ_SCHEMA_SQL } from '../../src/db/read-schema/read-schema.ts'
import { addReader, removeReader } from '../../src/db/read-schema/readers.ts'
import { currencies } from '../../src/domain/currencies.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { editionOf } from '../../src/runtime/schema/prepare-schema.ts'
import { type Merchant, merchantOf } from '../support/merchant.ts'
import { reconcileNow, today } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, TEST_STORE } from '../support/world.ts'

const PAGE = readFileSync(new URL('../../docs/read-schema.md', import.meta.url), 'utf8')

const world = useWorld()
let merchant: Merchant
let apiKey: string
beforeAll(async () => {
  apiKey = await connectTestStore(world.puente, {
    id: TEST_STORE,
    notifyUrl: world.shop.url,
    policy: { reconcile: { nightly: false }, service_fee: true },
  })
  merchant = merchantOf(world, { prefix: 'R', apiKey })
})

const query = () => world.puente.ctx.db.query

/** Connects as the reader until `use` ends. */
const asReader = async <T>(
  { name, password }: { name: string; password: string },
  use: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const url = new URL(world.databaseUrl)
  url.username = name
  url.password = password
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const newReader = async (name: string) => {
  const added = await addReader(query(), name)
  if (added.outcome !== 'added') throw new Error(added.outcome)
  return { name, password: added.password }
}

const namesOfRoles = (suffix: string) => `reader_${suffix}_${process.pid}`

describe('the views for analysts', () => {
  it('an order, its payment, refund, events and notifications read as the API shows them', async () => {
    const { id, transactionId } = await merchant.paid()
    await world.control('/sandbox/portal/void', { transaction_id: transactionId })
    const shown = await merchant.readWhen(id, (now) => now.order.status === 'voided')
    await settled(world)
    await reconcileNow(world, { apiKey })
    const reader = await newReader(namesOfRoles('all'))
    try {
      await asReader(reader, async (client) => {
        const one = async (text: string) => (await client.query(text)).rows
        expect(await one(`SELECT status, amount, currency FROM orders`)).toEqual([
          { status: 'voided', amount: '100.00', currency: 'HNL' },
        ])
        const [payment] = await one(`SELECT *, day::text FROM payments`)
        expect(payment).toMatchObject({
          state: 'voided',
          amount: '100.00',
          total: shown.payment.total,
          service_fee: shown.payment.service_fee,
          transaction_id: transactionId,
          day: today(world),
        })
        const types = await one(
          `SELECT DISTINCT type FROM events WHERE source = 'gateway' ORDER BY 1`,
        )
        expect(types.map(({ type }) => type)).toContain('payment.approved')
        const told = await one(`SELECT type, state FROM notifications ORDER BY created_at`)
        expect(told[0]).toEqual({ type: 'order.paid', state: 'told' })
        const [settlement] = await one(`SELECT *, day::text FROM settlements`)
        expect(settlement).toMatchObject({
          day: today(world),
          puente_payments: '1',
          puente_charged: shown.payment.total,
          puente_net: '0.00',
          gateway_payments: '1',
          gateway_net: '0.00',
        })
      })
    } finally {
      await removeReader(query(), reader.name)
    }
  })

  it('the documented columns are the columns of the views, in their order', async () => {
    const { rows } = await sql<{ view: string; name: string; type: string }>`
      SELECT table_name AS view, column_name AS name, data_type AS type
      FROM information_schema.columns WHERE table_schema = 'puente_read'
      ORDER BY table_name, ordinal_position`.execute(query())
    const documented = [...PAGE.matchAll(/^### `(\w+)`\n([\s\S]*?)(?=^##|$(?![\s\S]))/gm)].flatMap(
      ([, view, text = '']) =>
        [...text.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, type = '']) => ({
          view,
          name,
          type: type.trim(),
        })),
    )
    const sorted = documented.sort(({ view: a = '' }, { view: b = '' }) =>
      a < b ? -1 : a > b ? 1 : 0,
    )
    expect(sorted).toEqual(rows)
  })

  it('the documented queries run as a reader', async () => {
    const queries = [...PAGE.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
    expect(queries.length).toBeGreaterThan(0)
    const reader = await newReader(namesOfRoles('samples'))
    try {
      await asReader(reader, async (client) => {
        for (const text of queries) await client.query(text)
      })
    } finally {
      await removeReader(query(), reader.name)
    }
  })

  it('amounts have the decimals of every currency', async () => {
    for (const currency of currencies) {
      const { rows } = await sql<{ amount: string }>`
        SELECT puente_read.amount(-1234567, ${currency.code})::text AS amount`.execute(query())
      expect(rows[0]?.amount).toBe(formatMoney({ minor: -1_234_567n, currency }))
    }
  })

  it('a change of the views raises their edition', () => {
    // A new hash needs a new EDITION in read-schema.ts, or no existing installation gets the change.
    expect(editionOf(READ_SCHEMA_SQL.join('\n'))).toBe(
      'd7a093f88eb51791b11a4e5da284e6eed0d4c97f31ec93a50df2c0e528e93a5d',
    )
  })

  it('a second start leaves the views alone, also those of a later version', async () => {
    expect(await prepareReadSchema(query())).toBe('current')
    await sql`COMMENT ON VIEW puente_read.orders IS '99'`.execute(query())
    expect(await prepareReadSchema(query())).toBe('current')
    await sql`COMMENT ON VIEW puente_read.orders IS '0'`.execute(query())
    expect(await prepareReadSchema(query())).toBe('written')
  })
})

describe('a reader', () => {
  it('a reader changes nothing and sees no table of Puente', async () => {
    const reader = await newReader(namesOfRoles('bound'))
    try {
      await asReader(reader, async (client) => {
        for (const refused of [
          'SELECT sealed_secret_key FROM puente.stores',
          'CREATE TABLE puente_read.mine ()',
          'SET default_transaction_read_only = off; DELETE FROM puente_read.orders',
          'SET default_transaction_read_only = off; DELETE FROM puente.orders',
        ]) {
          await expect(client.query(refused), refused).rejects.toMatchObject({
            code: expect.stringMatching(/^(42501|25006)$/),
          })
        }
      })
    } finally {
      await removeReader(query(), reader.name)
    }
  })

  it('a second add replaces the password, and remove ends its connections', async () => {
    const reader = await newReader(namesOfRoles('again'))
    const renewed = await newReader(reader.name)
    await asReader(renewed, async (client) => {
      const ended = new Promise((resolve) => client.once('end', resolve))
      expect((await removeReader(query(), reader.name)).outcome).toBe('removed')
      await ended
    })
    await expect(asReader(renewed, async () => {})).rejects.toThrow()
    expect((await removeReader(query(), reader.name)).outcome).toBe('no-such-reader')
  })

  it('a role that Puente did not create keeps its password and stays', async () => {
    const name = namesOfRoles('other')
    await sql`CREATE ROLE ${sql.id(name)}`.execute(query())
    try {
      expect(await addReader(query(), name)).toEqual({ outcome: 'name-taken' })
      expect((await removeReader(query(), name)).outcome).toBe('no-such-reader')
    } finally {
      await sql`DROP ROLE ${sql.id(name)}`.execute(query())
    }
  })
})

it('a role that owns neither the schema nor the right to create one leaves the views alone', async () => {
  const name = namesOfRoles('owner')
  await sql`CREATE ROLE ${sql.id(name)}`.execute(query())
  try {
    const state = await query()
      .connection()
      .execute(async (connection) => {
        await sql`COMMENT ON VIEW puente_read.orders IS '0'`.execute(connection)
        await sql`GRANT USAGE ON SCHEMA puente TO ${sql.id(name)}`.execute(connection)
        await sql`SET ROLE ${sql.id(name)}`.execute(connection)
        return prepareReadSchema(connection).finally(() => sql`RESET ROLE`.execute(connection))
      })
    expect(state).toBe('not-allowed')
    await prepareReadSchema(query())
  } finally {
    await sql`REVOKE USAGE ON SCHEMA puente FROM ${sql.id(name)}`.execute(query())
    await sql`DROP ROLE ${sql.id(name)}`.execute(query())
  }
})
