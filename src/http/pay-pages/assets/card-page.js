// Uses only documented parts of the gateway's SDK.
const page = document.getElementById('card-page')
const settings = JSON.parse(page.dataset.settings)
const button = document.getElementById('pay')
const fields = document.getElementById('fields')
const problem = document.getElementById('problem')
const bank = document.getElementById('bank')
const bankPage = document.getElementById('bank-page')
const bankLink = document.getElementById('bank-window')
const otherCard = document.getElementById('other-card')
const saveCard = document.getElementById('save-card')
const identityPart = document.getElementById('identity-part')
const identityField = document.getElementById('identity')
const identityProblem = document.getElementById('identity-problem')
const missing = document.getElementById('missing')
const reload = document.getElementById('reload')
const dark = matchMedia('(prefers-color-scheme: dark)')

const SDK_PATIENCE_MS = 20_000
const TOKEN_PATIENCE_MS = 60_000
const ANSWER_PATIENCE_MS = 150_000
const LOOK_AGAIN_MS = 2_000
/** Poll less often: a bank challenge this long tends to last. */
const LOOK_LESS_AFTER_MS = 60_000
const LOOK_LESS_OFTEN_MS = 5_000
const BANK_WINDOW_POLL_MS = 500

let connect
let component
let step = 'loading' // 'identity', 'typing', 'tokenizing', 'confirming', 'leaving'
let isComplete = false
/** Counts mounts: events of earlier ones are stale. */
let round = 0
let patience
/** Identity number to save the card under, once the store confirms it. */
let identity
/** Identity number that the mounted fields save under. */
let keptUnder
/** Appearance of the mounted fields. */
let mountedAppearance
/** The customer has focused the fields: a remount would lose their input. */
let isTouched = false

/** For framed.js, in a shop's frame. */
const emit = (detail) => document.dispatchEvent(new CustomEvent('puente', { detail }))

const show = () => {
  const isBusy = step === 'tokenizing' || step === 'confirming' || step === 'leaving'
  button.disabled = step !== 'typing' || !isComplete
  button.textContent = isBusy ? settings.texts.paying : settings.texts.pay
  button.classList.toggle('busy', isBusy)
  missing.textContent = missingNow()
  fields.inert = isBusy
  fields.hidden = step === 'identity'
  for (const choice of [saveCard, identityField]) if (choice) choice.disabled = isBusy
  emit({ type: 'change', complete: !button.disabled })
}

const missingNow = () => {
  if (step === 'identity') return settings.texts.missing.identity
  return step === 'typing' && !isComplete ? settings.texts.missing.card : ''
}

const go = (next) => {
  step = next
  clearTimeout(patience)
  show()
}

const loadSdk = () =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = settings.sdkUrl
    script.onload = resolve
    script.onerror = reject
    setTimeout(reject, SDK_PATIENCE_MS)
    document.head.append(script)
  })

const themeNow = () => {
  const { scheme = settings.theme } = window.puenteFrame?.theme ?? {}
  if (scheme !== 'auto') return scheme
  return dark.matches ? 'dark' : 'light'
}

/** The gateway documents `#rrggbb` only. */
const hexOf = (colour) => {
  const canvas = document.createElement('canvas').getContext('2d')
  canvas.fillStyle = colour
  return canvas.fillStyle
}

const wantsToSave = () => saveCard?.checked === true

const optionsNow = () => ({
  // The identity number is the gateway's lookup key for the card. Anyone with the link can open
  // this page, so it shows no other customer data.
  customer: keptUnder === undefined ? {} : { identity_number: keptUnder },
  locale: settings.locale,
  saveCard: keptUnder !== undefined,
  appearance: {
    theme: themeNow(),
    accentColor:
      window.puenteFrame?.theme.accent ??
      settings.accentColor ??
      hexOf(getComputedStyle(document.documentElement).getPropertyValue('--accent')),
  },
})

const appearanceNow = () => JSON.stringify(optionsNow().appearance)

/** Mounts empty fields for each try: a token is good for one charge. */
const mount = async () => {
  const mine = ++round
  isComplete = false
  isTouched = false
  keptUnder = wantsToSave() ? identity : undefined
  // The page's theme follows the mounted fields.
  document.documentElement.dataset.theme = themeNow()
  mountedAppearance = appearanceNow()
  go('typing')
  const container = document.createElement('div')
  container.id = 'card-fields'
  document.getElementById('card-fields').replaceWith(container)
  try {
    const created = await connect.createPaymentComponent(optionsNow())
    if (mine !== round) return
    component = created
    const on = (event, handler) =>
      component.on(event, (given) => {
        // The gateway documents `data.…`, but not whether handlers get the event or its data.
        if (mine === round) handler(given?.data ?? given ?? {})
      })
    on('form_complete', ({ complete }) => {
      isComplete = complete === true
      show()
    })
    on('payment_token_ready', ({ payment_token }) => {
      // Enter in the fields may submit them without the button. One submission is one charge.
      if (step === 'tokenizing' || step === 'typing') confirm(payment_token)
    })
    on('payment_failed', ({ IsoResponseCode, Errors }) => {
      const code = Errors?.[0]?.Code ?? IsoResponseCode
      const wasSubmitted = step === 'tokenizing' || (step === 'typing' && isComplete)
      if (wasSubmitted) tryAgain(settings.reasonsByCode[code] ?? 'wrong-details')
      else if (step === 'typing') say('unavailable')
    })
    await component.mount('#card-fields')
    if (mine !== round) return
    document.getElementById('loading')?.remove()
    if (step === 'typing') emit({ type: 'ready' })
  } catch (error) {
    // A submitted card may be charged already.
    if (mine === round && step === 'typing') giveUp(error)
  }
}

const giveUp = (error) => {
  round++
  for (const part of page.children) part.hidden = part.tagName !== 'H1'
  document.getElementById('no-fields').hidden = false
  const message = document.querySelector('#no-fields p').textContent
  showStatus(message)
  emit({ type: 'problem', reason: 'no-fields', message })
  // For developers of the store and the gateway.
  if (error instanceof Error) reportError(error)
}

const pay = async () => {
  if (button.disabled) return
  say(undefined)
  emit({ type: 'submitted' })
  go('tokenizing')
  showStatus(settings.texts.paying)
  patience = setTimeout(() => tryAgain('unreachable'), TOKEN_PATIENCE_MS)
  const mine = round
  try {
    await component.submit()
  } catch (error) {
    if (mine === round && step === 'tokenizing') tryAgain('unavailable')
    reportError(error)
  }
}

const confirm = async (token) => {
  say(undefined)
  // Enter in the fields.
  if (step === 'typing') emit({ type: 'submitted' })
  go('confirming')
  showStatus(settings.texts.paying)
  let answer
  try {
    const response = await fetch(settings.payUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_token: token, shown: settings.shown }),
      signal: AbortSignal.timeout(ANSWER_PATIENCE_MS),
    })
    answer = await response.json()
  } catch {
    // The response is lost, but the charge may have succeeded.
  }
  if (answer?.next === 'again') return tryAgain(answer.reason)
  go('leaving')
  if (answer?.next === 'leave') location.assign(answer.url)
  else if (answer?.next === 'ask-bank') askBank(answer.url)
  else wait()
}

/** Uses a dialog, since without HTTPS the bank's page cannot redirect to Puente. */
const askBank = async (url) => {
  bankPage.src = url
  emit({ type: 'challenge' })
  if (bankLink) {
    bankLink.href = url
    page.hidden = true
    bank.show()
    const [title, message] = bank.querySelectorAll(':scope > h2, :scope > p')
    showStatus(`${title.textContent}. ${message.textContent}`)
  } else {
    bank.showModal()
  }
  const startedAt = Date.now()
  for (;;) {
    const isLate = Date.now() - startedAt > LOOK_LESS_AFTER_MS
    await pause(isLate ? LOOK_LESS_OFTEN_MS : LOOK_AGAIN_MS)
    const kind = await refreshPayment()
    if (kind === 'confirming') continue
    emptyBankPage()
    return location.assign(kind === 'not-paid' ? settings.failedUrl : settings.returnUrl)
  }
}

/** The customer could finish a challenge that the page no longer shows. */
const emptyBankPage = () => {
  bankPage.src = 'about:blank'
}

let bankWindow

/** While the bank's own window is open, a second card could be charged beside the first. */
const openBankWindow = (event) => {
  event.preventDefault()
  if (bankWindow?.closed === false) return bankWindow.focus()
  bankWindow = window.open(bankLink.href, '_blank')
  if (!bankWindow) return
  // The bank's page must not navigate this one.
  bankWindow.opener = null
  otherCard.hidden = true
  const watch = setInterval(() => {
    if (!bankWindow.closed) return
    clearInterval(watch)
    otherCard.hidden = false
  }, BANK_WINDOW_POLL_MS)
}

/** Errors count as unchanged. */
const refreshPayment = async () => {
  try {
    const answer = await fetch(`${settings.statusUrl}?waited=1`)
    return answer.ok ? (await answer.json()).kind : 'confirming'
  } catch {
    return 'confirming'
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Unknown outcome: the return page resolves it once the server answers. */
const wait = async () => {
  page.hidden = true
  const waiting = document.getElementById('waiting')
  waiting.hidden = false
  const title = waiting.querySelector('h2')
  title.focus()
  // The focus reads the title.
  showStatus(waiting.querySelector('p').textContent)
  emit({ type: 'confirming', reason: 'confirming', message: title.textContent })
  for (;;) {
    const isThere = await fetch(settings.statusUrl).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return location.assign(settings.returnUrl)
    await pause(LOOK_AGAIN_MS)
  }
}

/**
 * The fields take saving as an option (4.14), so the choice comes first. A card is saved only under
 * the number that the store has of its customer.
 */
const applyChoice = () => {
  identityPart.hidden = !saveCard.checked
  if (!saveCard.checked || identity !== undefined) return mount()
  round++
  document.getElementById('card-fields').replaceChildren()
  go('identity')
  identityField.focus()
}

/** Asks before typed card details are lost. */
const changeChoice = () => {
  if (step !== 'typing' || !isBeingTyped()) return applyChoice()
  const { save, dontSave } = settings.texts.reload
  document.getElementById('reload-why').textContent = saveCard.checked ? save : dontSave
  reload.returnValue = ''
  reload.showModal()
}

const answerReload = (answer) => {
  if (answer === 'yes') applyChoice()
  else saveCard.checked = !saveCard.checked
}

const checkIdentity = async () => {
  const typed = identityField.value.trim()
  doubt(typed === '' ? 'missing' : undefined)
  if (typed === '') return
  const answer = await askIdentity(typed)
  // Another number was typed since, or the customer does not save the card.
  if (typed !== identityField.value.trim() || step !== 'identity') return
  if (answer?.is_known !== true) return doubt(answer ? 'other' : 'unchecked')
  identity = answer.identity_number
  identityField.readOnly = true
  const wasFocused = [identityField, document.body].includes(document.activeElement)
  mount()
  if (wasFocused) fields.focus()
}

const askIdentity = async (typed) => {
  try {
    const answer = await fetch(settings.identityUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identity_number: typed }),
    })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

const doubt = (why) => {
  identityProblem.hidden = !why
  identityProblem.textContent = why ? settings.texts.identity[why] : ''
}

const tryAgain = (reason) => {
  say(reason)
  showStatus('')
  problem.focus()
  mount()
}

const say = (reason) => {
  problem.hidden = !reason
  problem.textContent = reason ? settings.texts.reasons[reason] : ''
  if (reason) emit({ type: 'problem', reason, message: problem.textContent })
}

/** For screen readers. */
const showStatus = (text) => {
  document.getElementById('page-status').textContent = text
}

page.addEventListener('submit', (event) => {
  event.preventDefault()
  pay()
})
saveCard?.addEventListener('change', changeChoice)
for (const answer of ['yes', 'no']) {
  document.getElementById(`reload-${answer}`)?.addEventListener('click', () => {
    reload.close(answer)
    answerReload(answer)
  })
}
// Escape closes without an answer.
reload?.addEventListener('close', () => {
  if (reload.returnValue === '') answerReload('no')
})
identityField?.addEventListener('change', checkIdentity)
bank.addEventListener('close', () => {
  emptyBankPage()
  location.assign(settings.payUrl)
})
bankLink?.addEventListener('click', openBankWindow)
/** Returns whether a remount might lose input. */
const isBeingTyped = () => isTouched || isComplete || isInFields()
const remount = () => {
  if (step === 'typing' && !isBeingTyped() && appearanceNow() !== mountedAppearance) mount()
}
const isInFields = () => Boolean(document.activeElement?.closest('#card-fields'))
dark.addEventListener('change', remount)
document.addEventListener('puente-theme', remount)
// Focusing the iframe blurs the window.
window.addEventListener('blur', () => {
  if (isInFields()) isTouched = true
})
// The back-forward cache would restore a stale step.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

show()
Promise.all([loadSdk(), window.puenteFrame?.ready])
  .then(() => {
    const { publishableKey, locale } = settings
    return ServiceConnect({ publishableKey, locale })
  })
  .then((made) => {
    connect = made
    return mount()
  })
  .catch(giveUp)
