// The gateway's card fields, for both checkouts. The customer types the card into the gateway's
// iframe; this page gets a token for one charge. Uses only documented features.
;(() => {
  const SDK_PATIENCE_MS = 20_000
  const TOKEN_PATIENCE_MS = 60_000
  /** The last keystrokes may be in flight from the iframe, for seconds on a slow phone. */
  const TYPED_PATIENCE_MS = 8_000
  /** Shorter if nothing says that the customer has typed; not every phone tells. */
  const UNTOUCHED_PATIENCE_MS = 3_000
  /** A click that pays asks for the token within this time. */
  const CLICK_MS = 500
  const PAY_BUTTON = '#place_order, .wc-block-components-checkout-place-order-button'

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

  /** Asks in a dialog whether typed card details may be lost. */
  const askToClear = ({ title, yes, no }, why) =>
    new Promise((resolve) => {
      const dialog = document.createElement('dialog')
      dialog.className = 'puente-ask'
      const heading = document.createElement('h2')
      heading.id = 'puente-ask-title'
      heading.textContent = title
      dialog.setAttribute('aria-labelledby', heading.id)
      const sentence = document.createElement('p')
      sentence.id = 'puente-ask-why'
      sentence.textContent = why
      dialog.setAttribute('aria-describedby', sentence.id)
      const buttonOf = (words, answer) => {
        const button = document.createElement('button')
        button.type = 'button'
        button.className = 'button wp-element-button'
        button.textContent = words
        button.addEventListener('click', () => dialog.close(answer))
        return button
      }
      dialog.append(heading, sentence, buttonOf(no, 'no'), buttonOf(yes, 'yes'))
      // Escape closes the dialog and keeps the fields.
      dialog.addEventListener('close', () => {
        dialog.remove()
        resolve(dialog.returnValue === 'yes')
      })
      document.body.append(dialog)
      dialog.showModal()
    })

  /**
   * Creates the fields. Each mount reads `place()`, their container, `customer()`, and
   * `wantsSaved()`, whether to save the card. Calls `onChange` when availability or completeness
   * may have changed, `onSubmit` when Enter has submitted the fields, and `onNotice` with a
   * sentence for the customer.
   */
  const create = ({ settings, place, customer, wantsSaved, onChange, onSubmit, onNotice }) => {
    let component
    let isComplete = false
    let isAvailable = true
    let isChargeUnknown = settings.isChargeUnknown === true
    /** Number of the current mount; drops events of earlier ones. */
    let round = 0
    let box
    let waiting // Pending token: `{ resolve, reject, timer }`.
    /** Token of fields that Enter submitted, for the `tokenize()` of the click that follows. */
    let ready // `{ token, timer }`
    /** Whether the mounted fields save the card, which is fixed at creation. */
    let savesCard = false
    /** The customer has focused the fields: a remount would lose their input. */
    let isTouched = false
    let isAsking = false
    const onComplete = new Set()

    const settle = (how, value) => {
      if (!waiting) return
      clearTimeout(waiting.timer)
      const settleNow = waiting[how]
      waiting = undefined
      settleNow(value)
    }

    /**
     * A shop that refuses the click leaves a token of a card that the customer may still change.
     */
    const forgetToken = () => {
      clearTimeout(ready?.timer)
      ready = undefined
    }

    const change = (complete, available) => {
      isComplete = complete
      isAvailable = available
      if (complete || !available) for (const heard of onComplete) heard()
      onChange()
    }

    const isInFields = () => box?.contains(document.activeElement) === true

    // Focusing the iframe blurs the window.
    const noticeFocus = () => {
      if (!isInFields()) return
      isTouched = true
      forgetToken()
    }
    window.addEventListener('blur', noticeFocus)

    // Autofill may have swapped the card. The click after Enter is a script's.
    const noticeClick = ({ isTrusted, target }) => {
      if (isTrusted && target.closest?.(PAY_BUTTON)) forgetToken()
    }
    document.addEventListener('click', noticeClick, true)

    const giveUp = (error) => {
      round += 1
      forgetToken()
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
        saveCard: savesCard,
        appearance: { theme: themeOf(looks), ...accent() },
      }
    }

    /** Mounts empty fields for each attempt: a token is good for one charge. */
    const mount = async () => {
      if (!isAvailable || !place()) return
      const mine = ++round
      settle('reject', new Error(settings.texts.failed))
      forgetToken()
      isTouched = false
      savesCard = wantsSaved()
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
        on('form_complete', ({ complete }) => {
          forgetToken()
          change(complete === true, true)
        })
        on('payment_token_ready', ({ payment_token }) => {
          if (waiting) return settle('resolve', payment_token)
          // Enter in the fields.
          forgetToken()
          ready = { token: payment_token, timer: setTimeout(forgetToken, CLICK_MS) }
          onSubmit()
        })
        on('payment_failed', () => {
          if (waiting) return settle('reject', new Error(settings.texts.declined))
          if (!isComplete) return giveUp()
          mount()
          onNotice(settings.texts.declined)
        })
        await component.mount(`#${box.id}`)
      } catch (error) {
        if (mine === round) giveUp(error)
      }
    }

    /**
     * Asks before it applies a changed choice to filled fields; `undo` takes the choice back if the
     * customer keeps them.
     */
    const changeChoice = async (undo) => {
      if (wantsSaved() === savesCard || isAsking) return
      if (!isTouched && !isComplete && !isInFields()) return mount()
      const { save, dontSave, ...words } = settings.texts.reload
      isAsking = true
      const agreed = await askToClear(words, wantsSaved() ? save : dontSave)
      isAsking = false
      if (agreed) mount()
      else undo()
    }

    /** Applies changed data of the customer under which the fields save the card. */
    const changeOwner = () => {
      if (!savesCard) return
      const wasTyped = isTouched || isComplete
      mount()
      if (wasTyped) onNotice(settings.texts.ownerChanged)
    }

    return {
      changeChoice,
      changeOwner,
      /** Resolves as soon as the iframe says that the card is complete, or after a while. */
      isCompleteSoon: async () => {
        if (isComplete || !isAvailable) return isComplete
        noticeFocus()
        await new Promise((resolve) => {
          const patience = isTouched ? TYPED_PATIENCE_MS : UNTOUCHED_PATIENCE_MS
          const timer = setTimeout(resolve, patience)
          onComplete.add(() => {
            clearTimeout(timer)
            resolve()
          })
        })
        onComplete.clear()
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
        window.removeEventListener('blur', noticeFocus)
        document.removeEventListener('click', noticeClick, true)
        round += 1
        settle('reject', new Error(settings.texts.failed))
        box?.remove()
      },
      /** Tokenizes the card. Rejects with a sentence for the customer. */
      tokenize: () =>
        new Promise((resolve, reject) => {
          if (waiting) return reject(new Error(settings.texts.failed))
          if (ready !== undefined) {
            resolve(ready.token)
            forgetToken()
            return
          }
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
    const button = document.querySelector(PAY_BUTTON)
    const colour = button ? getComputedStyle(button).backgroundColor : ''
    return /^rgb\(/.test(colour) ? { accentColor: colour } : {}
  }

  window.puenteCardFields = { create }
})()
