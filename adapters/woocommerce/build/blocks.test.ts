import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { PLUGIN_FOLDER } from './plugin-zip.ts'

const SCRIPT = readFileSync(join(PLUGIN_FOLDER, 'assets/blocks.js'), 'utf8')

interface Element {
  type: unknown
  props: Record<string, unknown>
  children: unknown[]
}

type Component = (props: object) => Element

interface Method {
  name: string
  ariaLabel: string
  label: Element
  content: Element
  edit: Element
  canMakePayment(given?: { cartTotals?: { currency_code?: string } }): boolean
  supports: { features: string[]; showSavedCards: boolean; showSaveOption: boolean }
}

interface FieldsOptions {
  customer(): Record<string, string>
  wantsSaved(): boolean
  onSubmit(): void
  onNotice(notice: string): void
  onChange(): void
}

const CARD_FORM = {
  customer: { name: 'Known', identity_number: '0801' },
  savesAlways: false,
  texts: {
    incomplete: 'Complete the card',
    legend: 'Card',
    reading: 'Reading',
    unavailable: 'Page',
  },
}
const SETTINGS = {
  title: 'Card',
  tokenField: 'puente_payment_token',
  identityField: 'puente/identity',
  cardForm: CARD_FORM,
}

/** Calls the effects and keeps the state of one component, as React does. */
const newHooks = () => {
  const slots: { deps?: unknown[]; value?: unknown }[] = []
  let at = 0
  const slot = () => {
    const index = at
    at += 1
    slots[index] ??= {}
    return slots[index]
  }
  const pending: (() => void)[] = []
  return {
    useRef: (value: unknown) => {
      const mine = slot()
      mine.value ??= { current: value }
      return mine.value
    },
    useState: (first: unknown) => {
      const mine = slot()
      if (!('value' in mine)) mine.value = first
      const set = (next: (was: unknown) => unknown) => {
        mine.value = next(mine.value)
      }
      return [mine.value, set]
    },
    useEffect: (effect: () => unknown, deps: unknown[]) => {
      const mine = slot()
      const isSame = mine.deps?.every((dep, index) => Object.is(dep, deps[index])) === true
      mine.deps = deps
      if (isSame) return
      pending.push(() => {
        if (typeof mine.value === 'function') mine.value()
        mine.value = effect()
      })
    },
    render: (component: Component, props: object) => {
      at = 0
      const element = component(props)
      for (const run of pending.splice(0)) run()
      return element
    },
  }
}

/** Returns the texts and elements below an element; a component is called, but for the card fields. */
const flat = (element: unknown): Element[] => {
  if (typeof element !== 'object' || element === null) return []
  if (Array.isArray(element)) return element.flatMap(flat)
  const { type, props, children } = element as Element
  const isSimple = typeof type === 'function' && type.name !== 'CardFields'
  return [
    element as Element,
    ...(isSimple ? flat((type as Component)(props)) : []),
    ...children.flatMap(flat),
  ]
}

const textOf = (element: unknown): string =>
  flat(element)
    .flatMap(({ children }) => children.filter((child) => typeof child === 'string'))
    .join(' ')

/** Opens a page with the checkout block; the card fields are those of the test. */
const openCheckout = (settings: object = SETTINGS) => {
  const hooks = newHooks()
  const methods: Method[] = []
  const timers: { run: () => void; ms: number }[] = []
  const clicked: string[] = []
  const calls: string[] = []
  const made: FieldsOptions[] = []
  const fields = {
    isAvailable: () => true,
    isChargeUnknown: () => false,
    isCompleteSoon: () => Promise.resolve(true),
    tokenize: () => Promise.resolve('tok_1'),
    mount: () => calls.push('mount'),
    remove: () => calls.push('remove'),
    heardRefusal: (words: string) => calls.push(`heard ${words}`),
    changeOwner: () => calls.push('changeOwner'),
    changeChoice: (undo: () => void) => {
      calls.push('changeChoice')
      undo()
    },
  }
  const identity = { value: '' }
  const select = () => ({
    getAdditionalFields: () => ({ 'puente/identity': identity.value }),
  })
  const element = {
    createElement: (type: unknown, props: object | null, ...children: unknown[]) => ({
      type,
      props: props ?? {},
      children,
    }),
    Fragment: 'Fragment',
    RawHTML: 'RawHTML',
    useEffect: hooks.useEffect,
    useRef: hooks.useRef,
    useState: hooks.useState,
  }
  const window = {
    wc: {
      wcBlocksRegistry: { registerPaymentMethod: (method: Method) => methods.push(method) },
      wcSettings: { getSetting: () => settings },
    },
    wp: {
      element,
      htmlEntities: { decodeEntities: (text: string) => text.replace('&amp;', '&') },
      data: { select, useSelect: (read: (from: typeof select) => unknown) => read(select) },
    },
    puenteCardFields: {
      create: (options: FieldsOptions) => {
        made.push(options)
        return fields
      },
    },
  }
  const document = {
    querySelector: (selector: string) => ({ click: () => clicked.push(selector) }),
  }
  const setTimeout = (run: () => void, ms: number) => timers.push({ run, ms })
  const clearTimeout = (timer: number) => timers.splice(timer - 1, 1)
  runInContext(SCRIPT, createContext({ window, document, setTimeout, clearTimeout }))
  const [method] = methods
  if (!method) throw new Error('The script registered no payment method')
  return { method, fields, calls, clicked, timers, made, identity, hooks }
}

/** Draws the card fields of a customer who types into the block. */
const openCardFields = () => {
  const page = openCheckout()
  const drawn = flat(page.method.content).find(
    ({ type }) => typeof type === 'function' && type.name === 'CardFields',
  )
  if (!drawn) throw new Error('The block has no card fields')
  const heard: Record<string, (given: object) => unknown> = {}
  const listen = (name: string) => (handler: (given: object) => unknown) => {
    heard[name] = handler
    return () => delete heard[name]
  }
  const steady = {
    eventRegistration: { onPaymentSetup: listen('setup'), onCheckoutFail: listen('fail') },
    emitResponse: {
      responseTypes: { ERROR: 'error', SUCCESS: 'success' },
      noticeContexts: { PAYMENTS: 'wc/payments' },
    },
  }
  const draw = (given: object = {}): Element =>
    page.hooks.render(drawn.type as Component, {
      ...steady,
      billing: { billingAddress: {} },
      shouldSavePayment: false,
      ...given,
    })
  draw()
  return {
    ...page,
    draw,
    /** Presses the pay button. */
    pay: () => heard.setup?.({}),
    fail: (message: string) => heard.fail?.({ processingResponse: { message } }),
  }
}

const refusal = (message: string) => ({
  type: 'error',
  message,
  messageContext: 'wc/payments',
})

const acceptance = (paymentMethodData: object) => ({
  type: 'success',
  meta: { paymentMethodData },
})

describe('the payment method in the checkout block', () => {
  it('shows title, brands, description and the test card', () => {
    const { method } = openCheckout({
      ...SETTINGS,
      title: 'Card &amp; more',
      icons: [{ id: 'visa', src: '/visa.svg', alt: 'Visa' }],
      description: '<b>Pay by card</b>',
      testWords: 'Test mode:',
      testCard: '4111',
    })
    expect([method.name, method.ariaLabel]).toEqual(['puente', 'Card & more'])
    const [image] = flat(method.label).filter(({ type }) => type === 'img')
    expect(image?.props).toMatchObject({ src: '/visa.svg', alt: 'Visa' })
    expect(textOf(method.label)).toBe('Card & more')
    expect(textOf(method.edit)).toContain('<b>Pay by card</b>')
    expect(textOf(method.edit)).toMatch(/Test mode:.+4111/)
  })

  it('has no card fields if customers type their card on the page of the gateway', () => {
    const { method } = openCheckout({ ...SETTINGS, cardForm: null })
    const fields = flat(method.content).filter(
      ({ type }) => typeof type === 'function' && type.name === 'CardFields',
    )
    expect(fields).toEqual([])
  })

  it('is offered in the currencies that the gateway takes', () => {
    const offered = (settings: object, code?: string) =>
      openCheckout({ ...SETTINGS, ...settings }).method.canMakePayment(
        code === undefined ? {} : { cartTotals: { currency_code: code } },
      )
    expect(offered({ currencies: ['HNL'] }, 'HNL')).toBe(true)
    expect(offered({ currencies: ['HNL'] }, 'EUR')).toBe(false)
    expect(offered({ currencies: [], refused: ['EUR'] }, 'EUR')).toBe(false)
    expect(offered({ currencies: [] }, 'USD')).toBe(true)
    expect(offered({ currencies: ['HNL'] })).toBe(true)
  })

  it('names the features, and saved cards only if the shop has them', () => {
    const { supports } = openCheckout({ ...SETTINGS, features: ['products', 'refunds'] }).method
    expect(supports).toEqual({
      features: ['products', 'refunds'],
      showSavedCards: false,
      showSaveOption: false,
    })
    const shown = openCheckout({ ...SETTINGS, showSavedCards: true, showSaveOption: true }).method
    expect(shown.supports).toEqual({
      features: ['products'],
      showSavedCards: true,
      showSaveOption: true,
    })
  })
})

describe('a customer who pays with card fields in the block', () => {
  it('pays a complete card with its token', async () => {
    const { calls, pay } = openCardFields()
    expect(await pay()).toEqual(acceptance({ puente_payment_token: 'tok_1' }))
    expect(calls).toEqual(['mount'])
  })

  it('reads at the payment method what an incomplete card lacks', async () => {
    const { fields, pay } = openCardFields()
    fields.isCompleteSoon = () => Promise.resolve(false)
    expect(await pay()).toEqual(refusal('Complete the card'))
  })

  it('needs no card to find out about an unknown charge', async () => {
    const { fields, pay } = openCardFields()
    fields.isCompleteSoon = () => Promise.resolve(false)
    fields.isChargeUnknown = () => true
    expect(await pay()).toEqual(acceptance({}))
  })

  it('goes on to the page of the gateway if the fields fail', async () => {
    const { draw, fields, made, pay } = openCardFields()
    fields.isAvailable = () => false
    made[0]?.onChange()
    expect(textOf(draw())).toContain('Page')
    expect(await pay()).toEqual(acceptance({}))
  })

  it('gets empty fields and the sentence after a card that cannot be read', async () => {
    const { calls, fields, pay } = openCardFields()
    fields.tokenize = () => Promise.reject(new Error('Not read'))
    expect(await pay()).toEqual(refusal('Not read'))
    expect(calls).toEqual(['mount', 'mount'])
  })

  it('reads that the card is being read until the click has ended', async () => {
    const { draw, fields, pay } = openCardFields()
    let answer = (_: string) => {}
    fields.tokenize = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const paying = pay()
    await new Promise((resolve) => setImmediate(resolve))
    expect(textOf(draw())).toContain('Reading')
    answer('tok_2')
    await paying
    expect(textOf(draw())).not.toContain('Reading')
  })

  it('gets empty fields after a refused order, because its token is spent', () => {
    const { calls, fail } = openCardFields()
    fail('We are checking your payment')
    expect(calls).toEqual(['mount', 'heard We are checking your payment', 'mount'])
  })

  it('pays with Enter in the fields', () => {
    const { clicked, made } = openCardFields()
    made[0]?.onSubmit()
    expect(clicked).toEqual(['.wc-block-components-checkout-place-order-button'])
  })

  it('is named by the form, and by the account where the form says nothing', () => {
    const { draw, identity, made } = openCardFields()
    const address = { first_name: 'Ana', last_name: 'Mejía', email: 'ana@example.com', phone: '' }
    draw({ billing: { billingAddress: address } })
    const expected = { name: 'Ana Mejía', email: 'ana@example.com', identity_number: '0801' }
    expect(made[0]?.customer()).toEqual(expected)
    identity.value = '0803'
    expect(made[0]?.customer()).toEqual({ ...expected, identity_number: '0803' })
  })
})

describe('a customer who changes whether the block saves the card', () => {
  it('is asked at once, and the checkbox returns if the fields stay', () => {
    const { calls, draw, made } = openCardFields()
    const ticks: string[] = []
    const box = { click: () => ticks.push('click') }
    const place = { closest: () => ({ querySelector: () => box }) }
    const [container] = flat(draw()).filter(({ props }) => props.role === 'group')
    const ref = container?.props.ref as { current: unknown }
    ref.current = place
    draw({ shouldSavePayment: true })
    expect(made[0]?.wantsSaved()).toBe(true)
    expect(calls).toEqual(['mount', 'changeChoice'])
    expect(ticks).toEqual(['click'])
  })

  it('gets fields of the new owner once the typing of an address pauses', () => {
    const { calls, draw, timers } = openCardFields()
    const typed = (email: string) =>
      draw({ shouldSavePayment: true, billing: { billingAddress: { email } } })
    typed('a@example.com')
    typed('an@example.com')
    typed('ana@example.com')
    expect(timers.map(({ ms }) => ms)).toEqual([400])
    expect(calls).not.toContain('changeOwner')
    timers[0]?.run()
    expect(calls.at(-1)).toBe('changeOwner')
  })

  it('keeps the fields while the card is not saved, whatever the address says', () => {
    const { calls, draw, timers } = openCardFields()
    draw({ billing: { billingAddress: { email: 'ana@example.com' } } })
    expect(timers).toEqual([])
    expect(calls).toEqual(['mount'])
  })
})
