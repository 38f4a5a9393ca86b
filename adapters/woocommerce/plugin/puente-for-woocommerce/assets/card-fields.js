// The gateway's card fields, for both checkouts. The customer types the card into the gateway's
// iframe; this page gets a token for one charge. Uses only documented features of the gateway's
// script.
;(() => {
  const SDK_PATIENCE_MS = 20_000
  const TOKEN_PATIENCE_MS = 60_000
  const TYPED_MS = 400

  let loading
  const loadSdk = (url) => {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = url
      script.onload = resolve
      script.onerror = () => reject(new Error('The script of the card fields did not come'))
      setTimeout(script.onerror, SDK_PATIENCE_MS)
      document.head.append(script)
    })
    return loading
  }

  let boxes = 0

  /**
   * Creates the fields. Each mount reads `place()`, their container, `customer()`, and
   * `wantsSaved()`, whether to save the card. Calls `onChange` when availability or completeness
   * may have changed.
   */
  const create = ({ settings, place, customer, wantsSaved, onChange }) => {
    let component
    let isComplete = false
    let isAvailable = true
    let isChargeUnknown = settings.isChargeUnknown === true
    /** Number of the current mount; events of earlier ones are dropped. */
    let round = 0
    let box
    let waiting // Pending token: `{ resolve, reject, timer }`.

    const settle = (how, value) => {
      if (!waiting) return
      clearTimeout(waiting.timer)
      const settleNow = waiting[how]
      waiting = undefined
      settleNow(value)
    }

    const change = (complete, available) => {
      isComplete = complete
      isAvailable = available
      onChange()
    }

    const giveUp = (error) => {
      round += 1
      box?.remove()
      box = undefined
      settle('reject', new Error(settings.texts.failed))
      change(false, false)
      if (error) reportError(error)
    }

    const options = () => {
      const looks = place()
      return {
        customer: customer(),
        locale: settings.locale,
        saveCard: wantsSaved(),
        appearance: { theme: themeOf(looks), ...accent() },
      }
    }

    /**
     * Mounts empty fields: each attempt needs fresh ones, because a token is good for one charge.
     */
    const mount = async () => {
      if (!isAvailable || !place()) return
      const mine = ++round
      settle('reject', new Error(settings.texts.failed))
      change(false, true)
      box = document.createElement('div')
      boxes += 1
      box.id = `puente-card-fields-${boxes}`
      place().replaceChildren(box)
      try {
        await loadSdk(settings.sdkUrl)
        if (mine !== round) return
        const { publishableKey, locale } = settings
        component = await window
          .ServiceConnect({ publishableKey, locale })
          .createPaymentComponent(options())
        if (mine !== round) return
        const on = (event, handler) =>
          component.on(event, (given) => {
            // The gateway documents `data.…`, but not whether handlers get the event or its data.
            if (mine === round) handler(given?.data ?? given ?? {})
          })
        on('form_complete', ({ complete }) => change(complete === true, true))
        on('payment_token_ready', ({ payment_token }) => settle('resolve', payment_token))
        on('payment_failed', () => {
          if (waiting) settle('reject', new Error(settings.texts.declined))
          else giveUp()
        })
        await component.mount(`#${box.id}`)
      } catch (error) {
        if (mine === round) giveUp(error)
      }
    }

    return {
      /** Waits for the last keystrokes from the iframe. */
      isCompleteSoon: async () => {
        if (!isComplete) await new Promise((resolve) => setTimeout(resolve, TYPED_MS))
        return isComplete
      },
      /**
       * Handles a refused order. With an unknown charge, the next click checks its outcome and
       * needs no card.
       */
      heardRefusal: (words) => {
        isChargeUnknown = words.includes(settings.texts.chargeUnknown)
      },
      isChargeUnknown: () => isChargeUnknown,
      /** Otherwise customers pay on the gateway's page. */
      isAvailable: () => isAvailable,
      isMounted: () => box?.isConnected === true && place()?.contains(box) === true,
      mount,
      remove: () => {
        round += 1
        settle('reject', new Error(settings.texts.failed))
        box?.remove()
      },
      /** Tokenizes the card. Rejects with a sentence for the customer. */
      tokenize: () =>
        new Promise((resolve, reject) => {
          if (waiting) return reject(new Error(settings.texts.failed))
          const timer = setTimeout(
            () => settle('reject', new Error(settings.texts.failed)),
            TOKEN_PATIENCE_MS,
          )
          waiting = { resolve, reject, timer }
          Promise.resolve()
            .then(() => component.submit())
            .catch((error) => {
              settle('reject', new Error(settings.texts.failed))
              reportError(error)
            })
        }),
    }
  }

  /** Follows the page: dark theme for light text, and vice versa. */
  const themeOf = (element) => {
    const [red = 0, green = 0, blue = 0] = (
      getComputedStyle(element).color.match(/[\d.]+/g) ?? []
    ).map(Number)
    return (red + green + blue) / 3 > 150 ? 'dark' : 'light'
  }

  const accent = () => {
    const button = document.querySelector(
      '#place_order, .wc-block-components-checkout-place-order-button',
    )
    const colour = button ? getComputedStyle(button).backgroundColor : ''
    return /^rgb\(/.test(colour) ? { accentColor: colour } : {}
  }

  window.puenteCardFields = { create }
})()
