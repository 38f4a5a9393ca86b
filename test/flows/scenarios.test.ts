import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../src/contract/events.ts'
import { PAYMENT_STATES } from '../../src/contract/payment-states.ts'
import { missingTests, type NamedTest, testsNamedIn, titlesIn } from '../support/test-titles.ts'

interface Scenario {
  section: string
  origin: string
  seen: string
  tests: NamedTest[]
}

/** Threads about payments. */
const REPORTS = [
  'medusajs/medusa#13301',
  'medusajs/medusa#16398',
  'vendurehq/vendure#2620',
  'vendurehq/vendure#3903',
  'vendurehq/vendure#3653',
  'vendurehq/vendure#2364',
  'vendurehq/vendure#3249',
  'pinelab-vendure-plugins#620',
  'gateway-stripe#5691',
  'gateway-stripe#3154',
  'gateway-stripe#3192',
  'gateway-stripe#3725',
  'gateway-stripe#2724',
  'gateway-stripe#838',
  'gateway-stripe#5697',
  'gateway-stripe#4093',
  'gateway-stripe#3995',
  'gateway-stripe#3037',
  'mollie/WooCommerce#1159',
  'mollie/WooCommerce#668',
  'mollie/WooCommerce#1204',
  'stripe-node#341',
  'stripe-node#1254',
  'shopify-api-js#320',
  'octokit/webhooks.js#770',
  'btcpayserver#6104',
  'bullmq#439',
  'juspay/hyperswitch#3408',
  'Sylius/StripePlugin#101',
]

const WRITTEN_FOR_IT = [
  'charged-more-than-once.test.ts',
  'life-of-a-payment.test.ts',
  'refund-both-ways.test.ts',
  'order-at-one-moment.test.ts',
  'reported-by-users-elsewhere.test.ts',
]

const HERE = new URL('.', import.meta.url)
const ROOT = new URL('../../', HERE)

const HEADINGS = new Set(['in the contract', 'thread'])

const readTable = (text: string): Scenario[] => {
  const scenarios: Scenario[] = []
  let section = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3)
    const [, origin, seen, tests] = line.split('|').map((cell) => cell.trim())
    if (!origin || !seen || tests === undefined) continue
    if (HEADINGS.has(origin) || /^-+$/.test(origin)) continue
    scenarios.push({ section, origin, seen, tests: testsNamedIn(tests) })
  }
  return scenarios
}

const placeOf = (file: string): URL => new URL(file, file.includes('/') ? ROOT : HERE)

let scenarios: Scenario[]
beforeAll(async () => {
  scenarios = readTable(await readFile(new URL('scenarios.md', HERE), 'utf8'))
})

describe('the table of scenarios', () => {
  it('the table names at least one existing test in each row', async () => {
    expect(scenarios.length).toBeGreaterThan(60)
    expect(scenarios.filter(({ tests }) => tests.length === 0)).toEqual([])
    const named = scenarios.flatMap(({ tests }) => tests)
    const missing = await missingTests(named, placeOf)
    expect(missing).toEqual([])
  })

  it('the table has every state and every event of a payment', () => {
    const origins = scenarios.map(({ origin }) => origin).join('\n')
    const absent = [...PAYMENT_STATES, ...EVENT_TYPES].filter(
      (name) => !origins.includes(`\`${name}\``),
    )
    expect(absent).toEqual([])
  })

  it('the table has every report, once', () => {
    const threads = scenarios
      .filter(({ section }) => section === 'Reports of users elsewhere')
      .map(({ origin }) => origin)
    expect(threads.toSorted()).toEqual(REPORTS.toSorted())
  })

  it('the table names every test that was written for it', async () => {
    const named = scenarios.flatMap(({ tests }) => tests)
    for (const file of WRITTEN_FOR_IT) {
      const titles = await titlesIn(placeOf(file))
      expect(titles.length).toBeGreaterThan(0)
      const inTable = named.filter((test) => test.file === file).map(({ title }) => title)
      expect(titles.filter((title) => !inTable.includes(title))).toEqual([])
    }
  })
})
