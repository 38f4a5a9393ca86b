import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { PLUGIN_FOLDER } from './plugin-zip.ts'

const SCRIPT = readFileSync(join(PLUGIN_FOLDER, 'assets/card-fields.js'), 'utf8')

type Handler = (event: { data: Record<string, unknown> }) => void

interface Fields {
  mount(): Promise<void>
  isCompleteSoon(): Promise<boolean>
  tokenize(): Promise<string>
  isAvailable(): boolean
}

interface Timer {
  run(): void
  at: number
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A page's clock: moves on only when told. */
const newClock = () => {
  const timers = new Set<Timer>()
  let now = 0
  return {
    setTimeout: (run: () => void, ms: number): Timer => {
      const timer = { run, at: now + ms }
      timers.add(timer)
      return timer
    },
    clearTimeout: (timer: Timer) => timers.delete(timer),
    pass: async (ms: number) => {
      now += ms
      for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.run()
      await turn()
    },
  }
}

const element = () => ({
  style: {},
  isConnected: true,
  append: () => {},
  contains: () => false,
  remove: () => {},
  replaceChildren: () => {},
  onload: () => {},
})

/** Mounts the fields on a page whose gateway script answers when the test says so. */
const openPage = async () => {
  const clock = newClock()
  const handlers = new Map<string, Handler>()
  const clicks: string[] = []
  let submits = 0
  const component = {
    on: (event: string, handler: Handler) => handlers.set(event, handler),
    mount: () => {},
    submit: () => {
      submits += 1
    },
  }
  const window = {
    puenteCardFields: undefined as { create(options: object): Fields } | undefined,
    addEventListener: () => {},
    removeEventListener: () => {},
    ServiceConnect: () => ({ createPaymentComponent: () => component }),
  }
  const document = {
    activeElement: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    querySelector: () => null,
    body: element(),
    head: { append: (script: ReturnType<typeof element>) => queueMicrotask(() => script.onload()) },
    createElement: element,
  }
  const { setTimeout, clearTimeout } = clock
  const getComputedStyle = () => ({ color: 'rgb(0, 0, 0)', backgroundColor: '' })
  const reportError = () => {}
  const globals = { window, document, setTimeout, clearTimeout, getComputedStyle, reportError }
  runInContext(SCRIPT, createContext(globals))
  const place = element()
  const fields = window.puenteCardFields?.create({
    settings: { sdkUrl: '/sdk.js', texts: { failed: 'Not read', declined: 'Declined' } },
    place: () => place,
    customer: () => ({}),
    wantsSaved: () => false,
    onChange: () => {},
    onSubmit: () => clicks.push('pay'),
    onNotice: () => {},
  })
  if (!fields) throw new Error('The script made no fields')
  await fields.mount()
  return {
    fields,
    clicks,
    pass: clock.pass,
    submits: () => submits,
    answer: (event: string, data: Record<string, unknown>) => handlers.get(event)?.({ data }),
    /** Settles to the token, `incomplete`, or the sentence for the customer. */
    pay: async () => {
      const click: { outcome: string | null } = { outcome: null }
      const paying = async () => {
        click.outcome = (await fields.isCompleteSoon()) ? await fields.tokenize() : 'incomplete'
      }
      paying().catch((error: Error) => {
        click.outcome = error.message
      })
      await turn()
      return click
    },
  }
}

describe('a customer who pays before the iframe has reported the card', () => {
  it('pays with a complete card as soon as a slow phone reports it', async () => {
    const { answer, pass, pay, submits } = await openPage()
    const click = await pay()
    await pass(2_900)
    expect(submits()).toBe(0)
    answer('form_complete', { complete: true })
    await turn()
    expect(submits()).toBe(1)
    answer('payment_token_ready', { payment_token: 'tok_1' })
    await turn()
    expect(click.outcome).toBe('tok_1')
  })

  it('hears of an incomplete card if the iframe reports nothing, without asking for a token', async () => {
    const { answer, fields, pass, pay, submits } = await openPage()
    const click = await pay()
    answer('form_complete', { complete: false })
    await pass(2_900)
    expect(click.outcome).toBeNull()
    await pass(200)
    expect(click.outcome).toBe('incomplete')
    expect(submits()).toBe(0)
    expect(fields.isAvailable()).toBe(true)
  })

  it('goes on to the page of the gateway if the fields fail meanwhile', async () => {
    const { answer, fields, pay } = await openPage()
    const click = await pay()
    answer('payment_failed', { IsoResponseCode: '03' })
    await turn()
    expect(click.outcome).toBe('incomplete')
    expect(fields.isAvailable()).toBe(false)
  })
})

it('a complete card that the gateway declines is declined, not incomplete', async () => {
  const { answer, pay } = await openPage()
  answer('form_complete', { complete: true })
  const click = await pay()
  answer('payment_failed', { IsoResponseCode: '05' })
  await turn()
  expect(click.outcome).toBe('Declined')
})

it('Enter in the fields pays with its own token, without a second request', async () => {
  const { answer, clicks, pay, submits } = await openPage()
  answer('form_complete', { complete: true })
  answer('payment_token_ready', { payment_token: 'tok_enter' })
  const click = await pay()
  expect(clicks).toEqual(['pay'])
  expect(click.outcome).toBe('tok_enter')
  expect(submits()).toBe(0)
})
