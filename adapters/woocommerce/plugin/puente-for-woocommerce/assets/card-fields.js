// The gateway's card fields, for both kinds of checkout. The card is typed into an iframe of the
// gateway; this page gets a token of it that is good for one charge. Nothing of the gateway's script
// is used that its documentation does not show.
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
   * `place()` is the element in which the fields are to be, `customer()` who pays, `wantsSaved()`
   * whether the card is to be kept; all are asked at each mounting. `onChange` is called whenever
   * `isAvailable` may be another, or whether the card is complete.
   */
  const create = ({ settings, place, customer, wantsSaved, onChange }) => {
    let component
    let isComplete = false
    let isAvailable = true
    let isChargeUnknown = settings.isChargeUnknown === true
    /** Each mounting is a round; what an earlier one still reports is not heard. */
    let round = 0
    let box
    let waiting // For the token: `{ resolve, reject, timer }`.

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

    /** Empty fields. Each try has fields of its own, because a token is good for one charge. */
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
            // Documented as `data.…`; whether handlers get the event or its data is not.
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
      /** What was typed last may still be on its way from the iframe. */
      isCompleteSoon: async () => {
        if (!isComplete) await new Promise((resolve) => setTimeout(resolve, TYPED_MS))
        return isComplete
      },
      /**
       * The shop has not taken the order, and says why. Where nobody knows yet whether the card was
       * charged, the next press finds that out first, and needs no card for it.
       */
      heardRefusal: (words) => {
        isChargeUnknown = words.includes(settings.texts.chargeUnknown)
      },
      isChargeUnknown: () => isChargeUnknown,
      /** Without the fields, customers pay on the gateway's page. */
      isAvailable: () => isAvailable,
      isMounted: () => box?.isConnected === true && place()?.contains(box) === true,
      mount,
      remove: () => {
        round += 1
        settle('reject', new Error(settings.texts.failed))
        box?.remove()
      },
      /** Makes a token of what was typed. Rejects with a sentence for the customer. */
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

  /** The fields follow the page: light on dark text, dark on light text. */
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
