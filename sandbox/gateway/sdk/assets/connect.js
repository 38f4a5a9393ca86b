// The browser SDK of mode 2 (section 4.14 of the gateway's API): shows the card fields in an
// iframe on the merchant's page and turns what is typed there into a single-use token. The card
// itself never reaches this script.
//
//   <script src="https://…/sdk/v1/connect.js"></script>
//
//   const connect = ServiceConnect({ publishableKey: 'pk_…', locale: 'es' })
//   const card = connect.createPaymentComponent({ customer: { identity_number: '…' } })
//   card.on('form_complete', ({ complete }) => { payButton.disabled = !complete })
//   card.on('payment_token_ready', ({ payment_token }) => confirmOnMyBackend(payment_token))
//   card.on('payment_failed', ({ IsoResponseCode, Errors }) => { … })
//   card.mount('#card')
//   payButton.onclick = () => card.submit()
//
// Mistakes in how it is called are thrown as errors. What happens to a card arrives as an event.
;(() => {
  const EVENTS = ['form_complete', 'payment_token_ready', 'payment_failed']
  const LOCALES = ['es', 'en']
  const THEMES = ['light', 'dark']
  // A colour and nothing else: hexadecimal, rgb() of plain numbers, or a name.
  const COLOUR = /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|rgba?\([\d\s.,%/]{5,40}\)|[a-z]{3,30})$/i
  const FIRST_HEIGHT_PX = 330
  const HIGHEST_PX = 1200
  const PATIENCE_MS = 30_000

  // Everything else of the service is found from where this script came from.
  const script =
    document.currentScript ?? document.querySelector('script[src*="/sdk/v1/connect.js"]')
  const frameAddress = script?.src ? new URL('../../embed/v1/card-fields', script.src) : undefined

  /** What is mounted where, so that a component takes the place of another one. */
  const mounted = new WeakMap()

  /** Works with `new` as well: a function that returns an object does. */
  function ServiceConnect({ publishableKey, locale } = {}) {
    requireThat(frameAddress, 'load this script with a <script src> element')
    requireThat(
      !/^sk_/.test(publishableKey),
      'a secret key must never be in a browser: use the pk_* one',
    )
    requireThat(/^pk_./.test(publishableKey), 'publishableKey must be a pk_* key')
    return {
      createPaymentComponent: (options) =>
        createPaymentComponent(
          { publishableKey, ...viewOf({ locale, ...withoutEmpty(options ?? {}) }) },
          setupOf(options ?? {}),
        ),
    }
  }

  /** How the fields look. A wrong colour is no reason to sell nothing: it is told and left out. */
  const viewOf = ({ locale, saveCard, appearance }) => {
    const { theme, accentColor } = appearance ?? {}
    const language = String(locale ?? '')
      .toLowerCase()
      .split(/[-_]/)[0]
    const isColour = COLOUR.test(accentColor ?? '') && CSS.supports('color', accentColor)
    if (theme && !THEMES.includes(theme)) advise(`appearance.theme is light or dark, not ${theme}`)
    if (accentColor && !isColour) advise(`appearance.accentColor is no colour: ${accentColor}`)
    return {
      // Spanish for everything else, as everywhere in the service.
      locale: LOCALES.includes(language) ? language : 'es',
      theme: THEMES.includes(theme) ? theme : 'light',
      accent: isColour ? accentColor : undefined,
      // Consent to keep a card is given by `true`, not by what happens to be truthy.
      save_card: saveCard === true ? '1' : undefined,
    }
  }

  /** What goes with the card to the service. It is not part of the address: addresses get logged. */
  const setupOf = ({ paymentId, customer, description, metadata }) => ({
    payment_id: paymentId ?? undefined,
    customer: plainObject(customer, 'customer'),
    description: description ?? undefined,
    metadata: plainObject(metadata, 'metadata'),
  })

  const createPaymentComponent = (view, setup) => {
    const handlers = new Map(EVENTS.map((event) => [event, new Set()]))
    let frame // The iframe, while it is mounted.
    let isReady = false
    let isComplete = false
    let submission // While a card is being made a token: `{ number, timer }`.
    let submissions = 0

    const component = {
      /** Shows empty fields in an element or the first one that fits a selector; again: empties them. */
      mount(target) {
        const container = elementOf(target)
        // "null" is where a page has no origin that it could be told apart by, such as file://.
        requireThat(window.origin !== 'null', 'the page must be served over http or https')
        mounted.get(container)?.unmount()
        component.unmount()
        frame = createFrame(view)
        container.replaceChildren(frame)
        mounted.set(container, component)
        window.addEventListener('message', receive)
      },

      /** Takes the fields away; nothing that was under way is reported any more. */
      unmount() {
        if (!frame) return
        window.removeEventListener('message', receive)
        if (frame.parentElement) mounted.delete(frame.parentElement)
        frame.remove()
        frame = undefined
        isReady = false
        endSubmission()
        setComplete(false)
      },

      /** Makes a token of the card: `payment_token_ready` or `payment_failed` follows, once. */
      submit() {
        requireThat(frame?.isConnected, 'mount the component before submit()')
        // The second half of a double click: one token is on its way already.
        if (submission) return
        submissions += 1
        submission = {
          number: submissions,
          timer: setTimeout(() => fail('91', 'Issuer or switch inoperative'), PATIENCE_MS),
        }
        if (isReady) tell({ type: 'submit', submission: submissions })
      },

      on(event, handler) {
        requireThat(typeof handler === 'function', `on('${event}') needs a function`)
        if (!handlers.has(event)) advise(`there is no event ${event}: ${EVENTS.join(', ')}`)
        handlers.get(event)?.add(handler)
        // Who asks late learns what the others know.
        if (event === 'form_complete' && isComplete) {
          queueMicrotask(() => isComplete && call(handler, { complete: true }))
        }
        return component
      },
    }

    const emit = (event, data) => {
      for (const handler of handlers.get(event)) call(handler, data)
    }

    const setComplete = (complete) => {
      if (complete === isComplete) return
      isComplete = complete
      emit('form_complete', { complete })
    }

    const endSubmission = () => {
      clearTimeout(submission?.timer)
      submission = undefined
    }

    const fail = (code, message) => {
      endSubmission()
      emit('payment_failed', { IsoResponseCode: code, Errors: [{ Code: code, Message: message }] })
    }

    const tell = (message) => frame.contentWindow.postMessage(message, frameAddress.origin)

    const receive = ({ source, origin, data }) => {
      if (!data || source !== frame?.contentWindow || origin !== frameAddress.origin) return
      const isCurrent = submission !== undefined && data.submission === submission.number
      switch (data.type) {
        // Once per load: also when the page moves the iframe, which empties it.
        case 'ready':
          isReady = true
          setComplete(false)
          tell({ type: 'setup', setup })
          if (submission) tell({ type: 'submit', submission: submission.number })
          break
        case 'height':
          if (data.height > 0) frame.style.height = `${Math.min(data.height, HIGHEST_PX)}px`
          break
        case 'complete':
          setComplete(data.complete === true)
          break
        case 'token':
          if (!isCurrent) return
          endSubmission()
          emit('payment_token_ready', { payment_token: data.payment_token })
          break
        case 'failed':
          if (!isCurrent) return
          endSubmission()
          emit('payment_failed', { IsoResponseCode: data.IsoResponseCode, Errors: data.Errors })
          break
        case 'unusable':
          fail(data.IsoResponseCode, data.Message)
      }
    }

    return component
  }

  const createFrame = (view) => {
    const address = new URL(frameAddress)
    const parameters = withoutEmpty({ ...toParameters(view), origin: window.origin })
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    const frame = document.createElement('iframe')
    frame.src = address.href
    frame.title = view.locale === 'en' ? 'Card details' : 'Datos de la tarjeta'
    // One by one: a merchant's content security policy may forbid style attributes.
    frame.style.display = 'block'
    frame.style.width = '100%'
    frame.style.height = `${FIRST_HEIGHT_PX}px`
    frame.style.border = '0'
    frame.style.borderRadius = '12px'
    frame.style.colorScheme = view.theme
    return frame
  }

  const toParameters = ({ publishableKey, ...view }) => ({
    publishable_key: publishableKey,
    ...view,
  })

  const elementOf = (target) => {
    if (target instanceof Element) return target
    let element = null
    try {
      element = document.querySelector(target)
    } catch {
      // Not a selector at all: it matches nothing either.
    }
    requireThat(element, `mount('${target}'): nothing on the page matches`)
    return element
  }

  /**
   * The documentation of the service writes `data.complete` and does not show whether handlers get
   * `data` or an event that has it. They get both: `x.complete` and `x.data.complete` are the same.
   */
  const call = (handler, data) => {
    try {
      handler({ ...data, data })
    } catch (error) {
      // One handler's mistake is reported, and keeps the others from nothing.
      setTimeout(() => {
        throw error
      })
    }
  }

  /** A copy that can be sent to the iframe and on as JSON. */
  const plainObject = (value, name) => {
    if (value === undefined || value === null) return undefined
    requireThat(typeof value === 'object' && !Array.isArray(value), `${name} must be an object`)
    return JSON.parse(JSON.stringify(value))
  }

  const withoutEmpty = (object) =>
    Object.fromEntries(
      Object.entries(object).filter(([, value]) => value !== undefined && value !== null),
    )

  const requireThat = (holds, text) => {
    if (!holds) throw new Error(`ServiceConnect: ${text}.`)
  }

  // biome-ignore lint/suspicious/noConsole: it speaks to the developer of the merchant's page.
  const advise = (text) => console.warn(`ServiceConnect: ${text}.`)

  window.ServiceConnect = ServiceConnect
})()
