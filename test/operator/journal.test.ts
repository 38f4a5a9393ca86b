import { beforeAll, describe, expect, it } from 'vitest'
import { hondurasDayOf } from '../../src/contract/honduras-time.ts'
import { dayAfter } from '../../src/payments/reconciliation/window.ts'
import { DAY_SECONDS, merchantOf, pass } from '../support/merchant.ts'
import { type OperatorApi, personWith, startOperatorApi } from '../support/operator.ts'
import { fillWithRows, firstStores } from '../support/operator-rows.ts'
import { today } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../support/world.ts'

interface Line {
  entry: string
  day: string
  kind: string
  store_id: string
  order_id: string
  order_external_id: string
  payment_id: string
  refund_id: string
  account: string
  account_name: string
  debit: string
  credit: string
  currency: string
}

const linesOf = (csv: string): Line[] => {
  const [header = '', ...rows] = csv.trim().split('\r\n')
  const names = header.split(',')
  return rows.map(
    (row) => Object.fromEntries(row.split(',').map((cell, place) => [names[place], cell])) as never,
  )
}

const minorOf = (decimal: string): bigint => BigInt(decimal.replace('.', '') || '0')

const sumOf = (lines: readonly Line[], side: 'debit' | 'credit'): bigint =>
  lines.reduce((sum, line) => sum + minorOf(line[side]), 0n)

/** Debits less credits of an account. */
const balanceOf = (lines: readonly Line[], account: string): bigint => {
  const own = lines.filter((line) => line.account === account)
  return sumOf(own, 'debit') - sumOf(own, 'credit')
}

const journalIn = (operator: OperatorApi) => {
  const owner = personWith('olga', { main: 'owner' })
  const read = (path: string, query: Record<string, string>) =>
    operator.call(owner, 'GET', `/operator/v1/journal${path}?${new URLSearchParams(query)}`)
  return {
    sums: async (query: Record<string, string>): Promise<Json[]> =>
      (await read('', query)).body.data,
    lines: async (query: Record<string, string>): Promise<Line[]> =>
      linesOf((await read('.csv', query)).body as unknown as string),
    read,
  }
}

const THIS_DAY = hondurasDayOf(new Date())

describe('the journal of many stores', () => {
  const world = useWorld()
  const operator = useStarted(() => startOperatorApi(world))
  const journal = journalIn(operator)
  const DAYS = 6
  const window = { from: dayAfter(THIS_DAY, 1 - DAYS), to: THIS_DAY }
  let lines: Line[]

  beforeAll(async () => {
    await fillWithRows(world, { stores: 4, payments: 1_200 }, async (query) => {
      const back = (number: string) => `(${number} % 8) * interval '1 day'`
      // Tax, fee and tip of any size; some above the total, some not shown.
      await query(`UPDATE payments SET paid_at = paid_at - ${back('gateway_payment_id')},
        sales_tax_minor = CASE gateway_payment_id % 5 WHEN 0 THEN NULL ELSE (random() * 9000)::int END,
        service_fee_minor = CASE gateway_payment_id % 7 WHEN 0 THEN NULL ELSE (random() * 9000)::int END,
        tip_minor = CASE gateway_payment_id % 3 WHEN 0 THEN NULL ELSE (random() * 9000)::int END,
        total_minor = CASE gateway_payment_id % 40 WHEN 8 THEN NULL ELSE total_minor END,
        currency = CASE gateway_payment_id % 11 WHEN 3 THEN 'USD' ELSE currency END`)
      await query(`UPDATE refunds SET currency = payments.currency, done_at = done_at - ${back('gateway_payment_id / 3')},
        kind = CASE WHEN gateway_payment_id % 60 = 25 THEN 'void' ELSE 'refund' END
        FROM payments WHERE payments.id = payment_id`)
    })
    lines = await journal.lines(window)
  })

  it('the debits of each entry, of each currency and of all equal the credits', () => {
    expect(lines.length).toBeGreaterThan(1_000)
    const entries = Map.groupBy(lines, ({ entry }) => entry)
    for (const one of entries.values()) {
      expect(sumOf(one, 'debit')).toBe(sumOf(one, 'credit'))
      expect(new Set(one.map(({ kind, currency, day }) => `${kind} ${currency} ${day}`)).size).toBe(
        1,
      )
    }
    for (const one of Map.groupBy(lines, ({ currency }) => currency).values())
      expect(sumOf(one, 'debit')).toBe(sumOf(one, 'credit'))
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['sale', 'void', 'refund']))
  })

  it('each line names its order, payment and Honduras day', () => {
    for (const line of lines) {
      expect(line.order_id).toMatch(/^ord_/)
      expect(line.payment_id).toMatch(/^pay_/)
      expect(line.day >= window.from && line.day <= window.to).toBe(true)
      expect(line.entry).toBe(line.refund_id || line.payment_id)
    }
  })

  it('the receivable equals the charges less voids and refunds', async () => {
    const start = `${window.from}T06:00:00Z`
    const end = `${dayAfter(window.to, 1)}T06:00:00Z`
    const { rows } = await world.puente.ctx.db.pool.query(
      `SELECT currency, sum(minor)::bigint AS minor FROM (
         SELECT currency, total_minor AS minor FROM payments
         WHERE paid_at >= $1 AND paid_at < $2 AND total_minor IS NOT NULL
         UNION ALL
         SELECT refunds.currency,
           CASE kind WHEN 'void' THEN -total_minor ELSE -refunds.amount_minor END
         FROM refunds JOIN payments ON payments.id = payment_id
         WHERE done_at >= $1 AND done_at < $2 AND refunds.state = 'succeeded'
       ) moved GROUP BY 1 ORDER BY 1`,
      [start, end],
    )
    expect(rows.map(({ currency }) => currency)).toEqual(['HNL', 'USD'])
    for (const { currency, minor } of rows) {
      const own = lines.filter((line) => line.currency === currency)
      expect(balanceOf(own, 'gateway_receivable')).toBe(BigInt(minor))
    }
  })

  it('the sums of the accounts equal those of the lines', async () => {
    const sums = await journal.sums(window)
    expect(sums.map(({ currency }) => currency)).toEqual(['HNL', 'USD'])
    for (const { currency, entries, accounts, debit, credit } of sums) {
      const own = lines.filter((line) => line.currency === currency)
      expect(entries).toBe(new Set(own.map(({ entry }) => entry)).size)
      expect(debit).toBe(credit)
      for (const { account, debit: debits, credit: credits } of accounts) {
        const ofAccount = own.filter((line) => line.account === account)
        expect([account, minorOf(debits), minorOf(credits)]).toEqual([
          account,
          sumOf(ofAccount, 'debit'),
          sumOf(ofAccount, 'credit'),
        ])
      }
    }
    expect(sums[0]?.without_figures).toBeGreaterThan(0)
  })

  it('the days and the stores of a window add up to the window', async () => {
    const days = Array.from({ length: DAYS }, (_, number) => dayAfter(window.from, number))
    // One at a time: a request holds one of the few connections for long reads.
    const byDay = await Array.fromAsync(days, (day) => journal.lines({ from: day, to: day }))
    expect(byDay.flat()).toEqual(lines)
    const byStore = await Array.fromAsync(firstStores(4), (store_id) =>
      journal.lines({ ...window, store_id }),
    )
    expect(byStore.flat()).toHaveLength(lines.length)
  })

  it.each([
    ['a day that does not exist', { from: '2026-02-30', to: THIS_DAY }],
    ['days in the wrong order', { from: THIS_DAY, to: dayAfter(THIS_DAY, -1) }],
    ['a day to come', { from: THIS_DAY, to: dayAfter(THIS_DAY, 2) }],
  ])('a window with %s is refused', async (_, query) => {
    expect((await journal.read('.csv', query)).status).toBe(422)
    expect((await journal.read('', query)).status).toBe(422)
  })
})

describe('the journal of a store', () => {
  const world = useWorld()
  const operator = useStarted(() => startOperatorApi(world))
  const journal = journalIn(operator)
  let apiKey: string
  const merchant = (prefix: string) => merchantOf(world, { apiKey, prefix })

  beforeAll(async () => {
    apiKey = await connectTestStore(world.puente, {
      id: TEST_STORE,
      notifyUrl: world.shop.url,
      policy: {
        sales_tax: { type: 'percentage', value: '15' },
        tip: { preset_percentages: ['10'] },
        service_fee: true,
      },
    })
  })

  it("the journal books the gateway's figures of a sale, a refund and a void", async () => {
    const shop = merchant('J')
    const sold = await shop.open()
    await world.control('/sandbox/pay', {
      checkout_url: sold.checkoutUrl,
      card: { number: '4111111111111111', exp_month: 12, exp_year: 2040, cvc: '123' },
      tip: '10.00',
    })
    const { payment } = await shop.readWhen(sold.id, (now) => now.order.status === 'paid')
    const undone = await shop.paid({ amount: '50.00' })
    await world.control('/sandbox/portal/void', { transaction_id: undone.transactionId })
    await shop.readWhen(undone.id, (now) => now.order.status === 'voided')
    await settled(world)

    const day = today(world)
    const lines = await journal.lines({ from: day, to: day, language: 'es' })
    const sale = lines.filter(({ order_external_id: id }) => id === sold.id)
    expect(sale.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
      ['gateway_receivable', payment.total, ''],
      ['sales', '', '100.00'],
      ['sales_tax', '', payment.sales_tax],
      ['service_fees', '', payment.service_fee],
      ['tips', '', '10.00'],
    ])
    expect(sale[0]?.account_name).toBe('Por cobrar a la pasarela')
    const voided = lines.filter(({ order_external_id: id }) => id === undone.id)
    expect(new Set(voided.map(({ kind }) => kind))).toEqual(new Set(['sale', 'void']))
    for (const account of ['gateway_receivable', 'sales', 'sales_tax', 'service_fees'])
      expect([account, balanceOf(voided, account)]).toEqual([account, 0n])
  })

  it('each partial refund and the refund of a second charge are separate entries', async () => {
    const shop = merchant('P')
    const sold = await shop.paid({ amount: '100.00' })
    await pass(world, DAY_SECONDS)
    for (const amount of ['30.00', '20.50'])
      expect((await shop.refundInFull(sold.id, { amount })).status).toBeLessThan(300)
    await shop.readWhen(sold.id, ({ payment }) => payment.refunded_amount === '50.50')
    const twice = await shop.paidTwice({ amount: '70.00' })
    const given = await shop.refundInFull(twice.id, { payment_id: twice.duplicate.id })
    expect(given.status).toBeLessThan(300)
    await settled(world)
    const lines = await journal.lines({ from: dayAfter(today(world), -1), to: today(world) })
    const ofOrder = (id: string) => lines.filter((line) => line.order_external_id === id)
    expect(balanceOf(ofOrder(sold.id), 'refunds')).toBe(5_050n)
    expect(balanceOf(ofOrder(sold.id), 'gateway_receivable')).toBe(
      -balanceOf(ofOrder(sold.id), 'sales') -
        balanceOf(ofOrder(sold.id), 'sales_tax') -
        balanceOf(ofOrder(sold.id), 'service_fees') -
        5_050n,
    )
    const sales = ofOrder(twice.id).filter(({ kind }) => kind === 'sale')
    expect(new Set(sales.map(({ entry }) => entry)).size).toBe(2)
    expect(balanceOf(ofOrder(twice.id), 'gateway_receivable')).toBe(minorOf(twice.payment.total))
  })

  it('a day ends at midnight in Honduras', async () => {
    const shop = merchant('D')
    const [late, early] = [await shop.paid(), await shop.paid()]
    await settled(world)
    const day = dayAfter(today(world), -3)
    const midnight = new Date(`${dayAfter(day, 1)}T06:00:00.000Z`)
    const chargedAt = (id: string, at: Date) =>
      world.puente.ctx.db.pool.query(
        `UPDATE payments SET paid_at = $2 FROM orders
         WHERE orders.id = payments.order_id AND orders.external_id = $1`,
        [id, at],
      )
    await chargedAt(late.id, new Date(midnight.getTime() - 1))
    await chargedAt(early.id, midnight)
    const ordersOf = async (on: string) => {
      const lines = await journal.lines({ from: on, to: on })
      return [...new Set(lines.map((line) => `${line.order_external_id} ${line.day}`))]
    }
    expect(await ordersOf(day)).toEqual([`${late.id} ${day}`])
    expect(await ordersOf(dayAfter(day, 1))).toEqual([`${early.id} ${dayAfter(day, 1)}`])
  })

  it('an order number that looks like a formula is exported as text', async () => {
    const shop = merchant('X')
    const sold = await shop.paid({ number: '=1+1' })
    await settled(world)
    const day = today(world)
    const { body } = await journal.read('.csv', { from: day, to: day })
    const rows = String(body).split('\r\n')
    const own = rows.filter((row) => row.includes(`,${sold.id},`))
    expect(own.length).toBeGreaterThan(1)
    for (const row of own) expect(row).toContain(`,${sold.id},'=1+1,`)
  })

  it('the tip that a counter asks for is on the account of tips, as in the total of the day', async () => {
    const owner = personWith('olga', { main: 'owner' })
    const sold = await operator.call(
      owner,
      'POST',
      `/operator/v1/stores/${TEST_STORE}/payment-requests`,
      {
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: {
          source: 'counter',
          counter: 'Caja',
          amount: '110.00',
          tip: '10.00',
          currency: 'HNL',
        },
      },
    )
    expect(sold.status, JSON.stringify(sold.body)).toBe(201)
    const { id } = sold.body.order
    const link = await fetch(sold.body.pay_url, { redirect: 'manual' })
    await world.pay(link.headers.get('location') ?? '')
    const day = { from: today(world), to: today(world) }
    const own = await eventually(async () => {
      const lines = (await journal.lines(day)).filter((line) => line.order_id === id)
      return lines.length > 0 && lines
    })
    expect(sumOf(own, 'debit')).toBe(sumOf(own, 'credit'))
    const path = `/operator/v1/stores/${TEST_STORE}/counter-takings?counter=Caja`
    const { body } = await operator.call(owner, 'GET', path)
    expect(body.data).toMatchObject([{ tips: '10.00' }])
    expect(balanceOf(own, 'tips')).toBe(-1_000n)
    expect(balanceOf(own, 'gateway_receivable')).toBe(minorOf(body.data[0].paid))
    const sums = await journal.sums(day)
    const tips = sums[0]?.accounts.find(({ account }: Json) => account === 'tips')
    expect(minorOf(tips.credit)).toBe(-balanceOf(await journal.lines(day), 'tips'))
  })

  it('a request paid in cash is not in the journal', async () => {
    const owner = personWith('olga', { main: 'owner' })
    const made = await operator.call(
      owner,
      'POST',
      `/operator/v1/stores/${TEST_STORE}/payment-requests`,
      {
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { amount: '45.00', currency: 'HNL', description: 'Café' },
      },
    )
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { id } = made.body.order
    const closed = await operator.call(
      owner,
      'POST',
      `/operator/v1/payment-requests/${id}/paid-otherwise`,
      { body: { how: 'cash' } },
    )
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    const lines = await journal.lines({ from: today(world), to: today(world) })
    expect(lines.filter((line) => line.order_id === id)).toEqual([])
  })

  it('the journal leaves out test stores beside live ones, and a test store has its own', async () => {
    const realKey = await connectTestStore(world.puente, { id: 'real', notifyUrl: null })
    const sold = await merchantOf(world, { apiKey: realKey, prefix: 'R' }).open()
    await settled(world)
    const { pool } = world.puente.ctx.db
    await pool.query(`UPDATE stores SET environment = 'live' WHERE id = 'real'`)
    await pool.query(
      `UPDATE payments SET state = 'paid', paid_at = $1, total_minor = amount_minor
       WHERE store_id = 'real'`,
      [world.puente.ctx.clock.now()],
    )
    const day = { from: today(world), to: today(world) }
    const all = await journal.lines(day)
    expect(new Set(all.map((line) => line.order_external_id))).toEqual(new Set([sold.id]))
    const [sums] = await journal.sums(day)
    expect(sums?.entries).toBe(1)
    const ofTest = await journal.lines({ ...day, store_id: TEST_STORE })
    expect(new Set(ofTest.map((line) => line.store_id))).toEqual(new Set([TEST_STORE]))
  })

  it('a person sees only the journal of their own stores', async () => {
    const stranger = personWith('otto', { other: 'owner' })
    const query = new URLSearchParams({ from: THIS_DAY, to: THIS_DAY })
    const { body } = await operator.call(stranger, 'GET', `/operator/v1/journal?${query}`)
    expect(body).toEqual({ data: [] })
  })
})
