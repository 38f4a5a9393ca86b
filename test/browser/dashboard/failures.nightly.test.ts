import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { reconcileNow } from '../../support/reconcile.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import { TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { visitorOf } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

let order: string
let run: string

beforeAll(async () => {
  if (!browser) return
  const { id } = await merchantOf(world, { prefix: 'F' }).paidTwice()
  const row = await world.puente.ctx.db.query
    .selectFrom('orders')
    .select('id')
    .where('external_id', '=', id)
    .executeTakeFirstOrThrow()
  order = row.id
  await settled(world)
  run = (await reconcileNow(world)).id
})

const problem = (status: number, code: string) => (route: Route) =>
  route.fulfill({
    ...{ status, contentType: 'application/problem+json' },
    body: JSON.stringify({ status, code, title: `English ${code}` }),
  })

type Failure = [name: string, fail: (route: Route) => Promise<void>, words: RegExp]

const FAILURES: [Failure, ...Failure[]] = [
  ['a fault of Puente', problem(500, 'internal_error'), /Algo salió mal/],
  ['a database that is away', problem(503, 'try_again'), /La base de datos no responde/],
  [
    'a proxy without a word',
    (route) => route.fulfill({ status: 503, body: '', headers: { 'content-length': '0' } }),
    /Puente no respondió/,
  ],
  ['a role that was taken away', problem(403, 'not_allowed'), /No tiene permiso/],
  [
    'a page of a proxy',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' }),
    /Puente no respondió/,
  ],
]

const FAILURES_OF_ACTS: Failure[] = [
  ['no connection', (route) => route.abort(), /Puente no respondió.*compruébelo antes/],
  ['a session that is over', problem(401, 'not_signed_in'), /Lo que escribió se conserva/],
  ['something that is gone', problem(404, 'not_found'), /No existe/],
]

const SCREENS: readonly [name: string, path: () => string][] = [
  ['attention', () => '/'],
  ['orders', () => '/orders?status=paid'],
  ['order', () => `/orders/${order}`],
  ['health', () => '/status'],
  ['events in', () => '/deliveries'],
  ['notifications', () => '/deliveries?tab=out'],
  ['given up', () => '/deliveries?tab=tasks'],
  ['money', () => '/money'],
  ['what a sum counts', () => '/money?show=paid'],
  ['a reconciliation', () => `/money/reconciliations/${run}`],
  ['stores', () => '/stores'],
  ['a store', () => `/stores/${TEST_STORE}`],
  ['people', () => '/people'],
  ['the audit log', () => '/audit'],
]

const API = /\/operator\/v1\/(?!changes)/

/** Actions per screen, and the field that must keep its text. */
const ACTS: readonly [name: string, path: () => string, act: (page: Page) => Promise<void>][] = [
  [
    'a refund',
    () => `/orders/${order}?refund=conflict`,
    async (page) => {
      await page.getByLabel('Motivo').fill('typed')
      await page.getByRole('button', { name: /^Reembolsar L/ }).click()
    },
  ],
  [
    'a note',
    () => '/',
    async (page) => {
      await page.getByRole('button', { name: 'Asignar o agregar una nota' }).click()
      await page.getByLabel('Nota').fill('typed')
      await page.getByRole('button', { name: 'Guardar' }).click()
    },
  ],
  [
    'a saved view',
    () => '/orders?status=paid',
    async (page) => {
      await page.getByRole('button', { name: 'Guardar esta vista' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('typed')
      await page.keyboard.press('Enter')
    },
  ],
  [
    'an API key',
    () => `/stores/${TEST_STORE}`,
    async (page) => {
      await page.getByRole('button', { name: 'Crear una clave' }).click()
      await page.getByRole('dialog').getByRole('textbox').first().fill('typed')
      await page.keyboard.press('Enter')
    },
  ],
  [
    'a signing secret',
    () => `/stores/${TEST_STORE}?field=webhook_secret`,
    async (page) => {
      await page
        .locator('#webhooks')
        .locator('xpath=ancestor::section')
        .locator('input')
        .fill('typed_typed_typed')
      await page.keyboard.press('Enter')
    },
  ],
  [
    'an invitation',
    () => '/people',
    async (page) => {
      await page.getByRole('button', { name: 'Invitar a un miembro…' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('typed@example.com')
      await page.keyboard.press('Enter')
    },
  ],
  [
    'a reconciliation',
    () => '/money',
    async (page) => {
      await page.getByRole('button', { name: 'Comenzar una conciliación…' }).click()
      await page.getByRole('dialog').getByRole('checkbox').check()
      await page.getByRole('dialog').getByRole('button', { name: 'Comenzar' }).click()
    },
  ],
  [
    'a test of the webhooks',
    () => '/status',
    (page) => page.getByRole('button', { name: 'Probar la conexión' }).click(),
  ],
]

const typed = (page: Page): Promise<number> =>
  page
    .locator('input, textarea')
    .evaluateAll(
      (fields) =>
        fields.filter((field) =>
          /^typed/.test(String((field as unknown as { value: unknown }).value)),
        ).length,
    )

const isShown = (element: Locator): Promise<boolean> =>
  element.waitFor().then(
    () => true,
    () => false,
  )

const sees = (page: Page, words: RegExp): Promise<boolean> => isShown(page.getByText(words).first())

describe.skipIf(!browser)('failed requests of the dashboard', () => {
  it("each screen reports the failure in the reader's language and offers a retry", async () => {
    const silent: string[] = []
    const walk = async (screens: typeof SCREENS) => {
      const here = await visitorOf(world, browser, { language: 'es' })
      const { page } = here
      let [, fail] = FAILURES[0]
      await page.route(API, (route) => fail(route))
      for (const [name, path] of screens) {
        fail = FAILURES[0][1]
        await page.goto(`${world.url}${path()}`)
        for (const [failure, failing, words] of FAILURES) {
          const again = page.getByRole('button', { name: 'Intentar de nuevo' }).last()
          if (fail !== failing) {
            fail = failing
            await again.click({ timeout: 30_000 }).catch(() => {})
          }
          const isTold = (await sees(page, words)) && (await isShown(again))
          const text = await page.locator('main').innerText()
          if (!isTold || text.includes('English')) silent.push(`${name}: ${failure}: ${text}`)
        }
      }
      await here.leave()
    }
    const half = Math.ceil(SCREENS.length / 2)
    await Promise.all([walk(SCREENS.slice(0, half)), walk(SCREENS.slice(half))])
    expect(silent).toEqual([])
  })

  it('the screen reports a request without a response', async () => {
    const here = await visitorOf(world, browser, { language: 'es' })
    await here.page.clock.install()
    await here.page.route(API, () => {})
    await here.open('/orders?status=paid')
    await here.page.clock.fastForward(31_000)
    await here.sees('No se pudo cargar.')
    await here.leave()
  })

  it('each form reports the failure and keeps the typed text', async () => {
    const here = await visitorOf(world, browser, { language: 'es' })
    const { page } = here
    const silent: string[] = []
    const failures = [...FAILURES, ...FAILURES_OF_ACTS]
    for (const [index, [name, path, act]] of ACTS.entries()) {
      await page.unrouteAll()
      await here.open(path())
      // Rotates, so each failure occurs.
      const [failure, failing, words] = failures[index % failures.length] ?? FAILURES[0]
      await page.route(API, (route) =>
        route.request().method() === 'GET' ? route.continue() : failing(route),
      )
      await act(page)
      const isTold = await sees(page, words)
      const isKept = (await typed(page)) > 0 || !act.toString().includes('typed')
      if (!isTold || !isKept) {
        silent.push(`${name}: ${failure}: ${isKept} ${await page.locator('body').innerText()}`)
      }
    }
    await here.leave()
    expect(silent).toEqual([])
  })
})
