// Mounts the gateway's card fields on the shop's page. Uses documented parts of the SDK only.
const form = document.getElementById('card-form')
const settings = JSON.parse(form.dataset.settings)
const { publishableKey, locale, customer, sendTo, bankUrl, orderUrl, texts } = settings
const keep = document.getElementById('keep')
const payButton = document.getElementById('pay-now')
const missing = document.getElementById('missing')
const said = document.getElementById('said')
const reload = document.getElementById('reload')
const bank = document.getElementById('bank')
const dark = matchMedia('(prefers-color-scheme: dark)')

let component
let isComplete = false
let isPaying = false
/** The customer has focused the fields: a remount would lose their input. */
let isTouched = false
/** Counts mounts: events of earlier ones are stale. */
let round = 0

const show = () => {
  payButton.disabled = isPaying || !isComplete
  payButton.textContent = isPaying ? texts.paying : texts.pay
  missing.textContent = isPaying || isComplete ? '' : texts.missing
  document.getElementById('page-status').textContent = isPaying ? texts.paying : ''
  form.inert = isPaying
}

/** A token is single-use, and `saveCard` is fixed at creation, so each try needs fresh fields. */
const mount = async () => {
  const mine = ++round
  isComplete = false
  isPaying = false
  isTouched = false
  show()
  const container = document.createElement('div')
  container.id = 'card'
  document.getElementById('card').replaceWith(container)
  component = await ServiceConnect({ publishableKey, locale }).createPaymentComponent({
    customer,
    locale,
    saveCard: keep.checked,
    appearance: {
      theme: dark.matches ? 'dark' : 'light',
      accentColor: dark.matches ? '#f4a283' : '#a83a22',
    },
  })
  const on = (event, handler) =>
    component.on(event, (given) => {
      if (mine === round) handler(given?.data ?? given ?? {})
    })
  on('form_complete', ({ complete }) => {
    isComplete = complete === true
    show()
  })
  let isConfirming = false
  on('payment_token_ready', ({ payment_token }) => {
    // Enter in the fields may submit them without the button. One submission is one charge.
    if (isConfirming) return
    isConfirming = true
    startPaying()
    confirm(payment_token)
  })
  on('payment_failed', () => {
    if (isPaying || isComplete) tryAgain(texts.again)
  })
  await component.mount('#card')
}

const startPaying = () => {
  isPaying = true
  said.textContent = ''
  show()
}

const tryAgain = (text) => {
  mount().catch(giveUp)
  said.textContent = text
  said.focus()
}

const confirm = async (payment_token) => {
  try {
    const answer = await fetch(sendTo, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_token }),
    })
    next(await answer.json())
  } catch {
    // The charge may have succeeded.
    waitForOutcome()
  }
}

const next = ({ outcome, url, message }) => {
  if (outcome === 'charged') location.assign(orderUrl)
  else if (outcome === 'authenticate') showBank(url)
  else if (outcome === 'declined') tryAgain(message)
  else if (outcome === 'token-refused') tryAgain(texts.again)
  else if (outcome === 'unknown') waitForOutcome()
  else tryAgain(texts.failed)
}

/** No second try while the first may have charged the card. */
const waitForOutcome = () => {
  round += 1
  form.hidden = true
  document.getElementById('page-status').textContent = ''
  said.textContent = texts.unknown
  said.focus()
}

// The bank cannot redirect to a shop without https, so the shop polls the order.
const showBank = (url) => {
  document.getElementById('bank-page').src = url
  bank.showModal()
  const look = async () => {
    try {
      const answer = await fetch(bankUrl)
      if (answer.ok && !(await answer.json()).isOpen) return location.assign(orderUrl)
    } catch {
      // Offline; the next poll retries.
    }
    setTimeout(look, 1000)
  }
  setTimeout(look, 1000)
}

/** The gateway's script did not load. */
const giveUp = () => {
  form.hidden = true
  document.getElementById('no-fields').classList.add('needed')
}

const isInFields = () => Boolean(document.activeElement?.closest('#card'))

const changeChoice = () => {
  if (!isTouched && !isComplete && !isInFields()) return mount().catch(giveUp)
  const { keep: save, dontKeep } = texts.reload
  document.getElementById('reload-why').textContent = keep.checked ? save : dontKeep
  reload.returnValue = ''
  reload.showModal()
}

const answerReload = (answer) => {
  if (answer === 'yes') mount().catch(giveUp)
  else keep.checked = !keep.checked
}

for (const answer of ['yes', 'no']) {
  document.getElementById(`reload-${answer}`).addEventListener('click', () => {
    reload.close(answer)
    answerReload(answer)
  })
}
// Escape closes without an answer.
reload.addEventListener('close', () => {
  if (reload.returnValue === '') answerReload('no')
})
bank.addEventListener('close', () => location.assign(orderUrl))
keep.addEventListener('change', changeChoice)
// Focusing the iframe blurs the window.
window.addEventListener('blur', () => {
  if (isInFields()) isTouched = true
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (payButton.disabled) return
  startPaying()
  component.submit()
})
mount().then(() => {
  form.hidden = false
}, giveUp)
