import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPaymentLink } from '../../src/payments/links/change-links.ts'
import { freezeStore } from '../../src/payments/stores/freeze-store.ts'
import { ownColumnsHolding } from '../support/columns-holding.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { NO_TERMS } from '../support/link-terms.ts'
import { type Merchant, merchantOf } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const query = () => world.puente.ctx.db.query
const puente = commandOf('puente', () => settingsOf(world))
const folder = mkdtempSync(join(tmpdir(), 'puente-privacy-'))
let merchant: Merchant
beforeAll(() => {
  merchant = merchantOf(world, { prefix: 'C' })
})

const customer = (name: string) => ({ name: `Rosa ${name}`, email: `rosa.${name}@example.com` })

describe('puente privacy', () => {
  it('the command exports and erases a customer, and the audit log names nobody', async () => {
    const { id } = await merchant.paid({ customer: customer('Zurita') })
    await settled(world)
    const file = join(folder, 'rosa.json')
    const named = ['--store', TEST_STORE, '--email', 'ROSA.zurita@example.com']
    const exported = await puente('privacy', 'export', ...named, '--output', file)
    expect([exported.exitCode, exported.stdout]).toEqual([0, `Wrote 1 order to ${file}.\n`])
    expect(JSON.parse(readFileSync(file, 'utf8')).orders[0]).toMatchObject({
      id,
      customer: customer('Zurita'),
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const erased = await puente('privacy', 'erase', ...named, '--yes', '--json')
    expect(JSON.parse(erased.stdout)).toEqual({ outcome: 'erased', orders: 1 })
    expect(await ownColumnsHolding(query(), ['zurita'])).toEqual([])
    const again = await puente('privacy', 'erase', ...named, '--yes')
    expect([again.exitCode, again.stdout]).toEqual([
      0,
      'No order holds data of this customer any more.\n',
    ])
    const audited = await query().selectFrom('audit_log').select(['action', 'request']).execute()
    expect(audited).toContainEqual({ action: 'privacy erase', request: { options: ['email'] } })
  })

  it('a command without a customer, and a file that exists, are refused', async () => {
    const unnamed = await puente('privacy', 'erase', '--store', TEST_STORE, '--yes')
    expect([unnamed.exitCode, unnamed.stderr]).toEqual([2, expect.stringContaining('--email')])
    const file = join(folder, 'rosa.json')
    const named = ['--store', TEST_STORE, '--email', 'nadie@example.com', '--output', file]
    const written = await puente('privacy', 'export', ...named)
    expect([written.exitCode, written.stderr]).toEqual([1, expect.stringContaining('--output')])
  })

  it('the erasures before a restore are repeated on the restored database', async () => {
    const { id } = await merchant.paid({ customer: customer('Vuelve') })
    const other = await merchant.paid({ customer: customer('Queda') })
    await settled(world)
    const backup = await query()
      .selectFrom('orders')
      .select(['id', 'customer'])
      .where('external_id', '=', id)
      .executeTakeFirstOrThrow()
    const named = ['--store', TEST_STORE, '--order', id]
    expect((await puente('privacy', 'erase', ...named, '--yes')).exitCode).toBe(0)
    const list = await puente('privacy', 'erasures')
    expect(list.stdout).not.toMatch(/Rosa|@/)
    const file = join(folder, 'erasures.jsonl')
    writeFileSync(file, list.stdout)
    // A backup from before the erasure has the customer and no mark of it.
    await query()
      .updateTable('orders')
      .set({ customer: JSON.stringify(backup.customer), people_erased_at: null })
      .where('id', '=', backup.id)
      .execute()
    const repeated = await puente('privacy', 'repeat', file, '--yes')
    expect([repeated.exitCode, repeated.stdout]).toEqual([
      0,
      'Erased the customers of 1 order again.\n',
    ])
    expect(await ownColumnsHolding(query(), ['vuelve'])).toEqual([])
    expect((await merchant.read(other.id)).order.customer).toMatchObject(customer('Queda'))
  })

  it('a repetition leaves out only the order that is in flight', async () => {
    const idle = await merchant.paid({ customer: customer('Quieta') })
    const busy = await merchant.paid({ customer: customer('Ocupada') })
    await settled(world)
    const set = (state: 'intended' | 'paid') =>
      query()
        .updateTable('payments')
        .set({ state })
        .where(
          'order_id',
          'in',
          query().selectFrom('orders').select('id').where('external_id', '=', busy.id),
        )
        .execute()
    const file = join(folder, 'in-flight.jsonl')
    const lines = [busy, idle].map(({ id }) =>
      JSON.stringify({ store: TEST_STORE, order: id, erased_at: '2026-01-01T00:00:00Z' }),
    )
    writeFileSync(file, lines.join('\n'))
    await set('intended')
    const first = await puente('privacy', 'repeat', file, '--yes')
    expect([first.exitCode, first.stdout]).toEqual([2, expect.stringContaining('1 order again')])
    expect((await merchant.read(idle.id)).order.customer).toEqual({})
    expect((await merchant.read(busy.id)).order.customer).toMatchObject(customer('Ocupada'))
    await set('paid')
    const second = await puente('privacy', 'repeat', file, '--yes')
    expect(second.exitCode).toBe(0)
    expect((await merchant.read(busy.id)).order.customer).toEqual({})
  })

  it('a store is exported, and erased once it was removed', async () => {
    const apiKey = await connectTestStore(world.puente, {
      id: 'se-va',
      notifyUrl: world.shop.url,
      more: { name: 'Ferretería Quetzal' },
    })
    const shop = merchantOf(world, { apiKey, prefix: 'V' })
    const { id } = await shop.open({ customer: customer('Ferretera') })
    await settled(world)
    const storeId = 'se-va' as typeof TEST_STORE
    const now = world.puente.ctx.clock.now()
    await createPaymentLink(world.puente.ctx, {
      storeId,
      actor: { kind: 'command_line' },
      terms: { ...NO_TERMS, name: 'Vajilla Quetzal' },
    })
    await query()
      .insertInto('customer_notes')
      .values({
        ...{ store_id: storeId, customer_key: 'email:ferretera@example.com', noted_by: 'Ana' },
        ...{ note: 'Ferretera de Quetzal', noted_at: now },
      })
      .execute()
    await freezeStore({ query: query(), now }, { id: storeId, why: 'Quetzal lo pidió' })
    const refused = await puente('privacy', 'erase-store', '--store', 'se-va', '--yes')
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining('stores remove'),
    ])
    expect((await puente('stores', 'disable', '--id', 'se-va')).exitCode).toBe(0)
    const removed = await puente('stores', 'remove', '--id', 'se-va', '--force', '--yes')
    expect(removed.exitCode).toBe(0)
    const exported = await puente('privacy', 'export-store', '--store', 'se-va')
    expect(JSON.parse(exported.stdout)).toMatchObject({
      store: { id: 'se-va', name: 'Ferretería Quetzal', frozen_why: 'Quetzal lo pidió' },
      payment_links: [{ name: 'Vajilla Quetzal', amount: '320.50' }],
      customer_notes: [{ note: 'Ferretera de Quetzal' }],
      orders: [{ id, customer: customer('Ferretera') }],
    })
    const erased = await puente('privacy', 'erase-store', '--store', 'se-va', '--yes')
    expect([erased.exitCode, erased.stdout]).toEqual([
      0,
      'Erased the store "se-va" and the customers of 1 order.\n',
    ])
    expect(await ownColumnsHolding(query(), ['quetzal', 'ferretera'])).toEqual([])
    const books = await query()
      .selectFrom('orders')
      .select(['external_id', 'amount_minor', 'status'])
      .where('store_id', '=', 'se-va' as typeof TEST_STORE)
      .execute()
    expect(books).toMatchObject([{ external_id: id, amount_minor: 10_000n }])
    const again = await puente('privacy', 'erase-store', '--store', 'se-va', '--yes')
    expect(again.stdout).toContain('the customers of 0 orders')
  })
})
