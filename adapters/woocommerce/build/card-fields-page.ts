import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { PLUGIN_FOLDER } from './plugin-zip.ts'

const SCRIPT = readFileSync(join(PLUGIN_FOLDER, 'assets/card-fields.js'), 'utf8')

const TEXTS = {
  failed: 'Not read',
  declined: 'Declined',
  reload: {
    title: 'Enter the card again?',
    save: 'To save the card, the fields are cleared.',
    dontSave: 'To pay without saving, the fields are cleared.',
    yes: 'Clear the fields',
    no: 'Leave them',
  },
}

type Handler = (event: { data: Record<string, unknown> }) => void

interface Fields {
  mount(): Promise<void>
  changeChoice(undo: () => void): Promise<void>
  isCompleteSoon(): Promise<boolean>
  tokenize(): Promise<string>
  isAvailable(): boolean
}

interface Timer {
  run(): void
  at: number
}

export const turn = () => new Promise((resolve) => setImmediate(resolve))

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

/** An element of the page, also as a dialog and as a button. */
interface PageElement {
  tag: string
  textContent: string
  id: string
  children: PageElement[]
  attributes: Record<string, string>
  isRemoved: boolean
  isModal: boolean
  returnValue: string
  close(value?: string): void
  click(): void
  onload(): void
}

const element = (tag = ''): PageElement => {
  const listeners = new Map<string, () => void>()
  const made = {
    tag,
    textContent: '',
    id: '',
    style: {},
    isConnected: true,
    children: [] as PageElement[],
    attributes: {} as Record<string, string>,
    isRemoved: false,
    isModal: false,
    returnValue: '',
    append: (...nodes: PageElement[]) => made.children.push(...nodes),
    setAttribute: (name: string, value: string) => {
      made.attributes[name] = value
    },
    addEventListener: (event: string, listener: () => void) => listeners.set(event, listener),
    contains: (other: unknown) => other === IFRAME,
    remove: () => {
      made.isRemoved = true
    },
    replaceChildren: () => {},
    onload: () => {},
    showModal: () => {
      made.isModal = true
    },
    close: (value?: string) => {
      if (value !== undefined) made.returnValue = value
      listeners.get('close')?.()
    },
    click: () => listeners.get('click')?.(),
  }
  return made
}

/** The gateway's fields, which have the focus while the customer types. */
const IFRAME = {}

/** Mounts the fields on a page whose gateway script answers when the test says so. */
export const openCardFieldsPage = async () => {
  const clock = newClock()
  const handlers = new Map<string, Handler>()
  const clicks: string[] = []
  const mounted: { saveCard: boolean }[] = []
  const listeners = new Map<string, () => void>()
  let wantsSaved = false
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
    addEventListener: (event: string, listener: () => void) => listeners.set(event, listener),
    removeEventListener: () => {},
    ServiceConnect: () => ({
      createPaymentComponent: (options: { saveCard: boolean }) => {
        mounted.push(options)
        return component
      },
    }),
  }
  const document = {
    activeElement: null as unknown,
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
    settings: { sdkUrl: '/sdk.js', texts: TEXTS },
    place: () => place,
    customer: () => ({}),
    wantsSaved: () => wantsSaved,
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
    mounted,
    /** Dialogs of the page, the newest last. */
    dialogs: () => document.body.children,
    /** Types in the fields, and goes back to the page. */
    type: () => {
      document.activeElement = IFRAME
      listeners.get('blur')?.()
      document.activeElement = null
    },
    /** Ticks or clears the box that saves the card; `undone` counts the ticks taken back. */
    tick: async (isTicked: boolean) => {
      const box = { undone: 0 }
      wantsSaved = isTicked
      fields.changeChoice(() => {
        wantsSaved = !wantsSaved
        box.undone += 1
      })
      await turn()
      return box
    },
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
