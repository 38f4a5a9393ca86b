// Browser SDK for mode 2 (section 4.14 of the gateway's API). Renders the card fields in an iframe
// and returns a single-use token. Never sees the card number.
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
// Enter in the fields submits them too, so a page also disables its button while it confirms.
//
// Throws on misuse; reports card outcomes as events.
;(() => {
  const EVENTS = ['form_complete', 'payment_token_ready', 'payment_failed']
  const LOCALES = ['es', 'en']
  const THEMES = ['light', 'dark']
  // Hex, rgb() with numbers, or a name.
  const COLOUR = /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|rgba?\([\d\s.,%/]{5,40}\)|[a-z]{3,30})$/i
  const FIRST_HEIGHT_PX = 330
  const HIGHEST_PX = 1200
  const PATIENCE_MS = 30_000

  const script =
    document.currentScript ?? document.querySelector('script[src*="/sdk/v1/connect.js"]')
  const frameAddress = script?.src ? new URL('../../embed/v1/card-fields', script.src) : undefined

  /** A second mount in a container replaces the first. */
  const mounted = new WeakMap()

  /** Also works with `new`. */
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

  /** Only warns of an invalid colour, which should not stop a sale. */
  const viewOf = ({ locale, saveCard, appearance }) => {
    const { theme, accentColor } = appearance ?? {}
    const language = String(locale ?? '')
      .toLowerCase()
      .split(/[-_]/)[0]
    const isColour = COLOUR.test(accentColor ?? '') && CSS.supports('color', accentColor)
    if (theme && !THEMES.includes(theme)) advise(`appearance.theme is light or dark, not ${theme}`)
    if (accentColor && !isColour) advise(`appearance.accentColor is no colour: ${accentColor}`)
    return {
      // Default of the whole service.
      locale: LOCALES.includes(language) ? language : 'es',
      theme: THEMES.includes(theme) ? theme : 'light',
      accent: isColour ? accentColor : undefined,
      // Consent must be exactly `true`.
      save_card: saveCard === true ? '1' : undefined,
    }
  }

  /** Not in the URL, because URLs get logged. */
  const setupOf = ({ paymentId, customer, description, metadata }) => ({
    payment_id: paymentId ?? undefined,
    customer: plainObject(customer, 'customer'),
    description: description ?? undefined,
    metadata: plainObject(metadata, 'metadata'),
  })

  const createPaymentComponent = (view, setup) => {
    const handlers = new Map(EVENTS.map((event) => [event, new Set()]))
    let frame // Set while mounted.
    let isReady = false
    let isComplete = false
    let submission // `{ number, timer }` while tokenizing.
    let submissions = 0

    const component = {
      /** Accepts an element or selector. Mounting again resets the fields. */
      mount(target) {
        const container = elementOf(target)
        // Opaque origin, e.g. file://: `postMessage` cannot target it.
        requireThat(window.origin !== 'null', 'the page must be served over http or https')
        mounted.get(container)?.unmount()
        component.unmount()
        frame = createFrame(view)
        container.replaceChildren(frame)
        mounted.set(container, component)
        window.addEventListener('message', receive)
      },

      /** Aborts a submission without an event. */
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

      /** Emits `payment_token_ready` or `payment_failed` once. */
      submit() {
        requireThat(frame?.isConnected, 'mount the component before submit()')
        // Double click: already in flight.
        if (submission) return
        submissions += 1
        submission = {
          number: submissions,
          timer: setTimeout(() => fail('91', 'Issuer or switch inoperative'), PATIENCE_MS),
        }
        if (isReady) post({ type: 'submit', submission: submissions })
      },

      on(event, handler) {
        requireThat(typeof handler === 'function', `on('${event}') needs a function`)
        if (!handlers.has(event)) advise(`there is no event ${event}: ${EVENTS.join(', ')}`)
        handlers.get(event)?.add(handler)
        // Replays the current state to late subscribers.
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

    const post = (message) => frame.contentWindow.postMessage(message, frameAddress.origin)

    const receive = ({ source, origin, data }) => {
      if (!data || source !== frame?.contentWindow || origin !== frameAddress.origin) return
      const isCurrent = submission !== undefined && data.submission === submission.number
      switch (data.type) {
        // On every load: moving the iframe resets it.
        case 'ready':
          isReady = true
          setComplete(false)
          post({ type: 'setup', setup })
          if (submission) post({ type: 'submit', submission: submission.number })
          break
        case 'height':
          if (data.height > 0) frame.style.height = `${Math.min(data.height, HIGHEST_PX)}px`
          break
        case 'complete':
          setComplete(data.complete === true)
          break
        case 'enter':
          component.submit()
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
    // A merchant's CSP may forbid style attributes.
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
      // Invalid selector: no match.
    }
    requireThat(element, `mount('${target}'): nothing on the page matches`)
    return element
  }

  /**
   * The gateway's documentation writes `data.complete` without saying whether handlers get `data`
   * or an event, so `x.complete` and `x.data.complete` both work.
   */
  const call = (handler, data) => {
    try {
      handler({ ...data, data })
    } catch (error) {
      // Asynchronous, so the other handlers still run.
      setTimeout(() => {
        throw error
      })
    }
  }

  /** Returns a copy that `postMessage` can clone. */
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
