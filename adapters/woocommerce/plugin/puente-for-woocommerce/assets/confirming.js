// Polls the payment state on the order-received page until it is final.
;(() => {
  const SOON_MS = 3_000
  const LATER_MS = 15_000
  const OFFER_TO_PAY_AFTER_MS = 30_000
  const SOON_UNTIL_MS = 2 * 60_000
  const LOOK_UNTIL_MS = 30 * 60_000
  const RELOAD_AFTER_MS = 3_000

  const box = document.querySelector('.puente-order-state')
  if (!box) return
  const { url, texts, shown: first } = JSON.parse(box.dataset.settings)
  const words = box.querySelector('[data-words]')
  const offer = box.querySelector('.puente-order-state-pay')
  const ask = box.querySelector('[data-ask]')
  const start = Date.now()
  let last = first
  let shown = first

  const show = (state, age) => {
    const key = state === 'confirming' && age > SOON_UNTIL_MS ? 'later' : state
    offer.hidden = !(
      state === 'not_paid' ||
      (key !== 'paid' && state === 'confirming' && age > OFFER_TO_PAY_AFTER_MS)
    )
    ask.hidden = state === 'not_paid'
    if (key === shown || !texts[key]) return
    shown = key
    words.textContent = texts[key]
    box.dataset.state = key
  }

  /** True the first time for this order. Falls back to the history entry without storage. */
  const isFirstReload = () => {
    const name = `puente-reloaded ${url}`
    const isKnown = history.state?.puenteReloaded === url || read(name) === '1'
    history.replaceState({ ...history.state, puenteReloaded: url }, '')
    try {
      sessionStorage.setItem(name, '1')
    } catch {
      // Storage is blocked.
    }
    return !isKnown
  }

  const read = (name) => {
    try {
      return sessionStorage.getItem(name)
    } catch {
      return null
    }
  }

  /**
   * Reloads once for the paid order's page. A cache may return the stale page, which then renders
   * the paid state itself.
   */
  const finish = () => {
    show('paid', 0)
    if (isFirstReload()) setTimeout(() => location.reload(), RELOAD_AFTER_MS)
  }

  const look = async () => {
    const age = Date.now() - start
    try {
      const answer = await fetch(url, { cache: 'no-store', credentials: 'omit' })
      // PHP notices may surround the JSON.
      const [, state] = /\{"state":"(\w+)"/.exec(await answer.text())
      if (answer.ok) {
        last = state
        show(state, age)
      }
      if (answer.ok && state === 'paid') return finish()
      if (state === 'cancelled' || state === 'given_back') return
    } catch {
      // Offline for a moment: the next poll decides.
      show(last, age)
    }
    if (age < LOOK_UNTIL_MS) setTimeout(look, age < SOON_UNTIL_MS ? SOON_MS : LATER_MS)
  }

  look()
})()
