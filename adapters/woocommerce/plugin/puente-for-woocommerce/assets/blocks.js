// The payment method in the checkout block. No JSX, so no build step.
;(() => {
  const { registerPaymentMethod } = window.wc.wcBlocksRegistry
  const { createElement: el, Fragment, RawHTML, useEffect, useRef, useState } = window.wp.element
  const { decodeEntities } = window.wp.htmlEntities
  const { select: wpSelect, useSelect } = window.wp.data
  const TYPING_MS = 400
  const settings = window.wc.wcSettings.getSetting('puente_data', {})
  const title = decodeEntities(settings.title ?? '')
  const { cardForm } = settings

  const Label = () =>
    el(
      'span',
      { className: 'puente-label' },
      el('span', null, title),
      (settings.icons ?? []).length > 0
        ? el(
            'span',
            { className: 'puente-brands' },
            settings.icons.map(({ id, src, alt }) =>
              el('img', { key: id, src, alt, width: 38, height: 24 }),
            ),
          )
        : null,
    )

  const Words = () =>
    el(
      Fragment,
      null,
      settings.description ? el(RawHTML, null, settings.description) : null,
      settings.testWords
        ? el(
            'p',
            { className: 'puente-test' },
            settings.testWords,
            ' ',
            el('code', null, settings.testCard),
          )
        : null,
    )

  const identityNumber = (select) => {
    const fields = select('wc/store/checkout')?.getAdditionalFields?.() ?? {}
    return fields[settings.identityField]
  }

  /** Returns the customer from the form, with the site's data as fallback. */
  const customerOf = ({ billing }) => {
    const address = billing?.billingAddress ?? {}
    const typed = {
      name: `${address.first_name ?? ''} ${address.last_name ?? ''}`.trim(),
      email: address.email,
      phone: address.phone,
      identity_number: identityNumber(wpSelect),
    }
    const isSaid = ([, value]) => typeof value === 'string' && value !== ''
    return { ...cardForm.customer, ...Object.fromEntries(Object.entries(typed).filter(isSaid)) }
  }

  /** WooCommerce draws the checkbox; a click is how its state changes. */
  const saveBoxNear = (element) =>
    element
      ?.closest('.wc-block-components-checkout-step, form')
      ?.querySelector('.wc-block-components-payment-methods__save-card-info input[type="checkbox"]')

  const CardFields = (props) => {
    const { billing, eventRegistration, emitResponse, shouldSavePayment } = props
    const { onPaymentSetup, onCheckoutFail } = eventRegistration
    const now = useRef(props)
    now.current = props
    const place = useRef(null)
    const fields = useRef(null)
    const isFirst = useRef(true)
    const wasSaved = useRef(shouldSavePayment)
    const [state, setState] = useState({ isAvailable: true, isReading: false, notice: '' })

    useEffect(() => {
      const made = window.puenteCardFields.create({
        settings: cardForm,
        place: () => place.current,
        customer: () => customerOf(now.current),
        wantsSaved: () => cardForm.savesAlways || now.current.shouldSavePayment === true,
        onChange: () => setState((was) => ({ ...was, isAvailable: made.isAvailable() })),
        onSubmit: () => {
          setState((was) => ({ ...was, notice: '' }))
          document.querySelector('.wc-block-components-checkout-place-order-button')?.click()
        },
        onNotice: (notice) => setState((was) => ({ ...was, notice })),
      })
      fields.current = made
      made.mount()
      return () => made.remove()
    }, [])

    // Fixed at creation: whether the fields save the card, and its owner.
    const identity = useSelect(identityNumber, [])
    const owner = shouldSavePayment ? `${identity} ${billing?.billingAddress?.email}` : ''
    useEffect(() => {
      if (isFirst.current) {
        isFirst.current = false
        return undefined
      }
      // Immediately: a card typed right after ticking the box must find the new fields.
      if (wasSaved.current !== shouldSavePayment) {
        wasSaved.current = shouldSavePayment
        setState((was) => ({ ...was, notice: '' }))
        fields.current.changeChoice(() => saveBoxNear(place.current)?.click())
        return undefined
      }
      const typed = setTimeout(() => fields.current.changeOwner(), TYPING_MS)
      return () => clearTimeout(typed)
    }, [shouldSavePayment, owner])

    useEffect(
      () =>
        onPaymentSetup(async () => {
          const { responseTypes, noticeContexts } = emitResponse
          const refuse = (message) => ({
            type: responseTypes.ERROR,
            message,
            messageContext: noticeContexts.PAYMENTS,
          })
          const accept = (paymentMethodData) => ({
            type: responseTypes.SUCCESS,
            meta: { paymentMethodData },
          })
          if (!fields.current.isAvailable()) return accept({})
          setState((was) => ({ ...was, notice: '', isReading: true }))
          try {
            if (await fields.current.isCompleteSoon()) {
              return accept({ [settings.tokenField]: await fields.current.tokenize() })
            }
            return fields.current.isChargeUnknown() ? accept({}) : refuse(cardForm.texts.incomplete)
          } catch (error) {
            fields.current.mount()
            return refuse(error.message)
          } finally {
            setState((was) => ({ ...was, isReading: false }))
          }
        }),
      [onPaymentSetup, emitResponse],
    )

    // Refused: the token is spent or about to expire.
    useEffect(
      () =>
        onCheckoutFail(({ processingResponse }) => {
          fields.current.heardRefusal(processingResponse?.message ?? '')
          fields.current.mount()
        }),
      [onCheckoutFail],
    )

    return el(
      Fragment,
      null,
      settings.savingWords ? el('p', { className: 'puente-saving' }, settings.savingWords) : null,
      el('div', {
        className: 'puente-card-fields',
        ref: place,
        hidden: !state.isAvailable,
        role: 'group',
        'aria-label': cardForm.texts.legend,
      }),
      el(
        'p',
        { className: 'puente-say', role: 'status' },
        state.isAvailable ? '' : cardForm.texts.unavailable,
      ),
      el(
        'p',
        { className: 'puente-reading', role: 'status' },
        state.isReading ? cardForm.texts.reading : '',
      ),
      el('p', { className: 'puente-say', role: 'alert' }, state.notice),
    )
  }

  const acceptsCurrency = (code) => {
    const { currencies = [], refused = [] } = settings
    if (!code) return true
    return (currencies.length === 0 || currencies.includes(code)) && !refused.includes(code)
  }

  const Content = (props) => el(Fragment, null, el(Words), cardForm ? el(CardFields, props) : null)

  registerPaymentMethod({
    name: 'puente',
    label: el(Label),
    ariaLabel: title,
    content: el(Content),
    edit: el(Words),
    canMakePayment: ({ cartTotals } = {}) => acceptsCurrency(cartTotals?.currency_code),
    supports: {
      features: settings.features ?? ['products'],
      showSavedCards: settings.showSavedCards === true,
      showSaveOption: settings.showSaveOption === true,
    },
  })
})()
