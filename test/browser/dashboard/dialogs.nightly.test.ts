import { afterAll, beforeAll, describe, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits, type Visitor } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

beforeAll(async () => {
  if (browser) await merchantOf(world, { prefix: 'D' }).open({ number: 'D-OPEN' })
})

type Open = (visitor: Visitor, isSpanish: boolean) => Promise<void>

const OPENED: readonly [string, string, Open][] = [
  [
    'menu',
    '/stores',
    async ({ press, page }, isSpanish) => {
      await press(isSpanish ? 'Apariencia y cuenta' : 'Appearance and account')
      await page.getByRole('menuitem').first().waitFor()
    },
  ],
  [
    'keys',
    '/stores',
    async ({ page, sees }, isSpanish) => {
      await page.keyboard.press('?')
      await sees(isSpanish ? 'Mostrar los atajos' : 'Show keyboard shortcuts')
    },
  ],
  [
    'new-view',
    '/orders?status=paid',
    async ({ press, page }, isSpanish) => {
      await press(isSpanish ? 'Guardar esta vista' : 'Save this view')
      await page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  ],
  [
    'cancel-order',
    '/orders?search=D-OPEN',
    async ({ page, press, sees }, isSpanish) => {
      await page.getByRole('link', { name: 'D-OPEN' }).click()
      await press(isSpanish ? 'Cancelar el pedido' : 'Cancel the order')
      await sees(isSpanish ? '¿Cancelar este pedido?' : 'Cancel this order?')
    },
  ],
  [
    'new-key',
    `/stores/${TEST_STORE}`,
    async ({ page, press }, isSpanish) => {
      await press(isSpanish ? 'Crear una clave' : 'Create a key')
      await page.getByRole('checkbox', { name: isSpanish ? 'reembolsar' : 'refund' }).check()
    },
  ],
  [
    'begin-run',
    '/money',
    async ({ press, page }, isSpanish) => {
      await press(isSpanish ? 'Comenzar una conciliación…' : 'Start a reconciliation…')
      await page.getByRole('dialog').getByRole('checkbox').waitFor()
    },
  ],
  [
    'refused-invitation',
    '/people',
    async ({ press, page, sees }, isSpanish) => {
      await press(isSpanish ? 'Invitar a un miembro…' : 'Invite a member…')
      await page.getByRole('dialog').getByRole('textbox').fill('nobody')
      await page.keyboard.press('Enter')
      await sees(
        isSpanish ? /Debe ser una dirección de correo válida/ : /Must be a valid e-mail address/,
      )
    },
  ],
  [
    'refused-act',
    '/status',
    async ({ page, press, sees }, isSpanish) => {
      const problem = { status: 503, code: 'too_busy', title: 'Too much', detail: 'Come back.' }
      await page.route('**/webhook-test', (route) =>
        route.fulfill({
          ...{ status: 503, contentType: 'application/problem+json' },
          body: JSON.stringify(problem),
        }),
      )
      await press(isSpanish ? 'Probar la conexión' : 'Test connection')
      await sees(isSpanish ? 'Puente está ocupado' : 'Too much')
    },
  ],
]

describe.skipIf(!browser).each(EVERY_READER)('dialogs and menus (%o)', (reader) => {
  it.each(OPENED)('%s is accessible and fits the screen', async (name, path, open) => {
    const visitor = await visit(path, reader)
    await open(visitor, reader.language === 'es')
    await visitor.isFineAs(`open-${name}`, { fullPage: false })
  })
})
