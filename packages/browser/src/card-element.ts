import type { PuenteCardDetails, PuenteCardEventName } from './events.ts'
import { type FrameAddress, frameAddress } from './frame-address.ts'
import {
  type MessageFromFrame,
  type MessageToFrame,
  type OutcomeType,
  PROTOCOL_VERSION,
  readMessage,
} from './protocol.ts'
import { languageOf, textsIn } from './texts.ts'
import { readTheme } from './theme.ts'

const HIGHEST_PX = 4_000
const FIRST_HEIGHT_PX = 420
/** The page speaks before its `load` event; a blocked page never does. */
const SILENT_MS = 5_000
/** Some browsers report no `load` of a blocked page. */
const FIRST_LOAD_MS = 30_000
/** Banks confirm by passkey; wallets pay. */
const FEATURES = 'payment *; publickey-credentials-get *'

/** Servers have no DOM. */
const Base: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (class {} as unknown as typeof HTMLElement) : HTMLElement

/** Attributes that load another card page. */
interface Shown {
  payUrl: string
  lang: string | null
}

interface Mounted {
  frame: HTMLIFrameElement
  probe: HTMLElement
  address: FrameAddress
  unmount(): void
}

/** `charging`: the card was submitted, its outcome is unknown. `charged`: money has moved. */
type Charge = 'none' | 'charging' | 'charged'

/** By pay address, for all elements: frameworks replace and move them, also during a charge. */
const charges = new Map<string, Charge>()

const CHARGE_AFTER: Readonly<Record<OutcomeType, Charge>> = {
  confirming: 'charging',
  paid: 'charged',
  review: 'charged',
  declined: 'none',
  expired: 'none',
  failed: 'none',
}

/** Frames Puente's card page. Card data stay in the frame. */
export class CardElement extends Base {
  static readonly observedAttributes = ['pay-url', 'lang', 'hide-button']

  #mounted: Mounted | undefined
  #complete = false
  #shown: Shown | undefined
  #isActive = false
  #failing: ReturnType<typeof setTimeout> | undefined
  /** Latest `setup`, to send no message twice. */
  #setup = ''

  get #charge(): Charge {
    return charges.get(this.#shown?.payUrl ?? '') ?? 'none'
  }

  set #charge(charge: Charge) {
    if (this.#shown) charges.set(this.#shown.payUrl, charge)
  }

  get payUrl(): string {
    return this.getAttribute('pay-url') ?? ''
  }

  set payUrl(url: string) {
    this.setAttribute('pay-url', url)
  }

  get complete(): boolean {
    return this.#complete
  }

  submit(): boolean {
    if (!this.#complete) return false
    this.#post({ type: 'submit' })
    return true
  }

  override focus(options?: FocusOptions): void {
    this.#mounted?.frame.focus(options)
    this.#post({ type: 'focus' })
  }

  connectedCallback(): void {
    this.#isActive = true
    // The order whose card was submitted may have been charged: its outcome comes first.
    this.#mount(this.#charge === 'charging' ? this.#shown?.payUrl : this.payUrl)
  }

  disconnectedCallback(): void {
    this.#isActive = false
    this.#unmount()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // An upgrade reports the attributes before it connects the element.
    if (before === after || !this.#isActive) return
    if (name === 'hide-button') this.#sendSetup()
    else this.#mountIfChanged()
  }

  /** Waits for the outcome of a submitted card. */
  #mountIfChanged(): void {
    const waits = this.#mounted !== undefined && this.#charge === 'charging'
    if (waits || !this.#isActive) return
    const isShown =
      this.payUrl === this.#shown?.payUrl && this.getAttribute('lang') === this.#shown.lang
    if (!isShown) this.#mount(this.payUrl)
  }

  #unmount(): void {
    clearTimeout(this.#failing)
    this.#mounted?.unmount()
    this.#mounted = undefined
  }

  #mount(payUrl = ''): void {
    this.#unmount()
    this.#shown = { payUrl, lang: this.getAttribute('lang') }
    this.#complete = false
    this.#setup = ''
    const root = this.shadowRoot ?? this.#attachRoot()
    root.replaceChildren()
    if (payUrl === '') return
    const language = languageOf(this)
    const address = frameAddress(payUrl, { shopOrigin: window.origin, language })
    if (address.state === 'invalid') {
      this.#fail(address.defect)
      return
    }

    const probe = document.createElement('span')
    probe.hidden = true
    const frame = document.createElement('iframe')
    frame.src = address.url
    frame.title = textsIn(language).title
    frame.allow = FEATURES
    Object.assign(frame.style, {
      display: 'block',
      width: '100%',
      height: `${FIRST_HEIGHT_PX}px`,
      border: '0',
    })
    const stopListening = this.#listen(frame, address.origin)
    const stopWatching = this.#watchTheme()
    this.#mounted = {
      frame,
      probe,
      address,
      unmount: () => {
        stopListening()
        stopWatching()
      },
    }
    root.append(probe, frame)
  }

  #attachRoot(): ShadowRoot {
    const root = this.attachShadow({ mode: 'open' })
    // The shop's Content-Security-Policy may forbid style elements.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':host { display: block } :host([hidden]) { display: none }')
    root.adoptedStyleSheets = [sheet]
    return root
  }

  #listen(frame: HTMLIFrameElement, puenteOrigin: string): () => void {
    const giveUp = (): void =>
      this.#fail(
        `the card page did not load in its frame. Create the checkout with mode "card_page" and a success_url or cancel_url that begins with ${window.origin}`,
      )
    const firstPatience = setTimeout(giveUp, FIRST_LOAD_MS)
    /** Runs from a `load` until its page speaks. */
    let patience: ReturnType<typeof setTimeout> | undefined
    let hasSpoken = false
    const pageSpoke = (): void => {
      clearTimeout(firstPatience)
      clearTimeout(patience)
      // Either may come first.
      hasSpoken = patience === undefined
      patience = undefined
    }
    const receive = ({ source, origin, data }: MessageEvent): void => {
      if (source !== frame.contentWindow || origin !== puenteOrigin) return
      const message = readMessage(data)
      if (!message) return
      if (message.type === 'loaded') pageSpoke()
      this.#handle(message, frame)
    }
    const loaded = (): void => {
      clearTimeout(firstPatience)
      if (!hasSpoken) patience ??= setTimeout(giveUp, SILENT_MS)
      hasSpoken = false
    }
    window.addEventListener('message', receive)
    frame.addEventListener('load', loaded)
    return () => {
      clearTimeout(firstPatience)
      clearTimeout(patience)
      window.removeEventListener('message', receive)
      frame.removeEventListener('load', loaded)
    }
  }

  #handle(message: MessageFromFrame, frame: HTMLIFrameElement): void {
    switch (message.type) {
      case 'loaded':
        this.#setup = ''
        this.#sendSetup()
        this.#changed(false)
        break
      case 'height':
        frame.style.height = `${Math.min(message.height, HIGHEST_PX)}px`
        this.#emit('height', { height: message.height })
        break
      case 'change':
        this.#changed(message.complete)
        break
      case 'ignored':
        advise(`Puente ignores these theme values: ${message.tokens.join(', ')}`)
        break
      case 'challenge':
        this.#charge = 'charging'
        this.scrollIntoView({ block: 'start' })
        this.#emit('challenge', {})
        break
      case 'ready':
      case 'submitted':
        this.#charge = message.type === 'submitted' ? 'charging' : 'none'
        this.#emit(message.type, {})
        this.#mountIfChanged()
        break
      default: {
        const { type, ...detail } = message
        this.#charge = CHARGE_AFTER[type]
        this.#emit(type, detail)
        this.#mountIfChanged()
      }
    }
  }

  #changed(complete: boolean): void {
    if (complete === this.#complete) return
    this.#complete = complete
    this.#emit('change', { complete })
  }

  #emit<Name extends PuenteCardEventName>(type: Name, detail: PuenteCardDetails[Name]): void {
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }

  #post(message: MessageToFrame): void {
    const { frame, address } = this.#mounted ?? {}
    if (!address) return
    frame?.contentWindow?.postMessage({ puente: PROTOCOL_VERSION, ...message }, address.origin)
  }

  #sendSetup(): void {
    if (!this.#mounted) return
    const theme = readTheme(this, this.#mounted.probe)
    const message = { type: 'setup', theme, button: !this.hasAttribute('hide-button') } as const
    const text = JSON.stringify(message)
    if (text === this.#setup) return
    this.#setup = text
    this.#post(message)
  }

  /** Follows the device's colour scheme, and classes or styles of the page and the element. */
  #watchTheme(): () => void {
    const update = (): void => {
      // Before the page speaks, it would not hear.
      if (this.#setup !== '') this.#sendSetup()
    }
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const observer = new MutationObserver(update)
    const attributeFilter = ['class', 'style', 'data-theme']
    for (const element of [document.documentElement, document.body, this]) {
      observer.observe(element, { attributeFilter })
    }
    dark.addEventListener('change', update)
    return () => {
      observer.disconnect()
      dark.removeEventListener('change', update)
    }
  }

  /** Shows the way to the payment page, outside the frame, which knows the outcome. */
  #fail(defect: string): void {
    advise(defect)
    this.#unmount()
    this.#changed(false)
    const texts = textsIn(languageOf(this))
    const mayBeCharged = this.#charge !== 'none'
    const message = mayBeCharged ? texts.confirming : texts.notLoaded
    const notice = document.createElement('p')
    notice.setAttribute('role', 'alert')
    notice.append(`${message} `)
    const payUrl = this.#shown?.payUrl ?? ''
    if (/^https?:/.test(payUrl)) {
      const link = document.createElement('a')
      Object.assign(link, { href: payUrl, target: '_top', textContent: texts.open })
      notice.append(link)
    }
    this.shadowRoot?.replaceChildren(notice)
    const outcome = { reason: 'not-loaded', message }
    // Later, for listeners that the shop adds right after it creates the element.
    this.#failing = setTimeout(() => {
      if (mayBeCharged) this.#emit('confirming', outcome)
      else this.#emit('failed', { ...outcome, canRetry: false })
    })
  }
}

/** For the developer of the shop. */
const advise = (text: string): void => {
  // biome-ignore lint/suspicious/noConsole: the shop's console is where its developer looks.
  console.warn(`<puente-card>: ${text}.`)
}
