// The card fields at the classic checkout and on the order-pay page. WooCommerce's script triggers
// jQuery events there.
jQuery(($) => {
  const settings = window.puenteClassicSettings
  const METHOD = 'puente'
  const TOKEN = 'puente_payment_token'

  const place = () => document.querySelector('[data-puente-card-fields]')
  const button = () => document.getElementById('place_order')
  const saveBox = () => document.getElementById('wc-puente-new-payment-method')
  const textOf = (name) =>
    $(`[name="${CSS.escape(name)}"]`)
      .first()
      .val()
      ?.trim() ?? ''

  const isChosen = () => $('input[name="payment_method"]:checked').val() === METHOD
  const isNewCard = () => {
    const chosen = $('input[name="wc-puente-payment-token"]:checked').val()
    return chosen === undefined || chosen === 'new'
  }
  const needsToken = () => isChosen() && isNewCard() && Boolean(place()) && fields.isAvailable()

  /** Returns the customer from the form, with the site's data as fallback. */
  const customer = () => {
    const typed = {
      name: `${textOf('billing_first_name')} ${textOf('billing_last_name')}`.trim(),
      email: textOf('billing_email'),
      phone: textOf('billing_phone'),
      identity_number: textOf(settings.identityField),
    }
    const isSaid = ([, value]) => value !== ''
    return { ...settings.customer, ...Object.fromEntries(Object.entries(typed).filter(isSaid)) }
  }

  let isBusy = false
  /** Submits without a card, to check the outcome of a charge. */
  let isFindingOut = false

  /**
   * Disables the button only during a payment; a click reports missing input. Leaves buttons that
   * other plugins disabled.
   */
  const show = () => {
    const pay = button()
    if (!pay) return
    const isHeld = needsToken() && isBusy
    if (isHeld) pay.dataset.puenteHeld = ''
    if (isHeld || pay.dataset.puenteHeld !== undefined) pay.disabled = isHeld
    if (!isHeld) delete pay.dataset.puenteHeld
    if (place() && !fields.isAvailable()) say(settings.texts.unavailable)
  }

  const say = (words) => {
    const sentence = document.querySelector('.puente-card .puente-say')
    if (!sentence) return
    sentence.textContent = words
    sentence.hidden = words === ''
    if (words !== '') sentence.scrollIntoView({ block: 'nearest' })
  }

  const showReading = (isReading) => {
    const sentence = document.querySelector('.puente-card .puente-reading')
    if (sentence) sentence.textContent = isReading ? settings.texts.reading : ''
  }

  const fields = window.puenteCardFields.create({
    settings,
    place,
    customer,
    wantsSaved: () => settings.savesAlways || saveBox()?.checked === true,
    onChange: () => show(),
    onSubmit: () => button()?.click(),
    onNotice: say,
  })

  const dropToken = () => $(`input[name="${TOKEN}"]`).remove()

  const forgetTry = () => {
    dropToken()
    isFindingOut = false
  }

  const mountAnew = () => {
    forgetTry()
    if (isChosen() && isNewCard()) fields.mount()
    show()
  }

  /** WooCommerce replaces this part of the page whenever totals change. */
  const mountWhereMissing = () => {
    if (needsToken() && !fields.isMounted()) mountAnew()
    show()
  }

  /**
   * Resubmits the form with the token, or reports an incomplete card. With an unknown charge,
   * submits without one.
   */
  const tokenize = async ($form, send) => {
    isBusy = true
    say('')
    show()
    showReading(true)
    $form
      .addClass('processing')
      .block({ message: null, overlayCSS: { background: '#fff', opacity: 0.6 } })
    let token
    let hasFailed = false
    try {
      if (await fields.isCompleteSoon()) token = await fields.tokenize()
    } catch (error) {
      hasFailed = true
      mountAnew()
      say(error.message)
    }
    isBusy = false
    showReading(false)
    $form.removeClass('processing').unblock()
    show()
    if (hasFailed) return
    if (token === undefined) {
      isFindingOut = fields.isChargeUnknown()
      if (isFindingOut) send()
      else say(settings.texts.incomplete)
      return
    }
    $('<input type="hidden">').attr('name', TOKEN).val(token).appendTo($form)
    send()
  }

  const isReady = () => {
    if (!needsToken() || isFindingOut || $(`input[name="${TOKEN}"]`).length > 0) return true
    return isBusy ? false : undefined
  }

  const $checkout = $('form.checkout')
  $checkout.on(`checkout_place_order_${METHOD}`, () => {
    const ready = isReady()
    if (ready === undefined) {
      tokenize($checkout, () => {
        $checkout.trigger('submit')
        // Another plugin stopped the form: the customer may change the card.
        if (!$checkout.is('.processing')) forgetTry()
      })
    }
    return ready === true
  })

  const payForm = document.querySelector('form#order_review')
  let submission

  /** Frees the fields if another plugin or an invalid field stops the form. */
  const submitPayForm = () => {
    submission = undefined
    payForm.requestSubmit()
    if (submission?.defaultPrevented === false) return
    forgetTry()
    $(payForm).unblock()
  }

  // Before WooCommerce's handler, which would block the form and submit it.
  payForm?.addEventListener(
    'submit',
    (event) => {
      const ready = isReady()
      if (ready) {
        submission = event
        return
      }
      event.preventDefault()
      event.stopImmediatePropagation()
      if (ready === undefined) tokenize($(payForm), submitPayForm)
    },
    true,
  )

  // Refused: the token is spent or about to expire.
  $(document.body).on('checkout_error', (_, html) => {
    fields.heardRefusal(new DOMParser().parseFromString(html ?? '', 'text/html').body.textContent)
    if (isFindingOut || $(`input[name="${TOKEN}"]`).length > 0) mountAnew()
  })
  $(document.body).on('updated_checkout payment_method_selected', mountWhereMissing)
  $(document.body).on(
    'change',
    'input[name="wc-puente-payment-token"], input[name="payment_method"]',
    mountWhereMissing,
  )
  // The fields fix at creation whether they save the card, and for which customer.
  $(document.body).on('change', '#wc-puente-new-payment-method', () => {
    if (!needsToken()) return
    dropToken()
    fields.changeChoice(() => {
      saveBox().checked = !saveBox().checked
    })
  })
  $(document.body).on(
    'change',
    `[name="billing_email"], [name="${CSS.escape(settings.identityField)}"]`,
    () => {
      if (!needsToken()) return
      dropToken()
      fields.changeOwner()
    },
  )
  // From the back/forward cache, the page would reuse a spent token.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) mountAnew()
  })
  $(document.body).trigger('wc-credit-card-form-init')
  mountWhereMissing()
})
