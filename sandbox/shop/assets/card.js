const form = document.getElementById('card-form')
const { publishableKey, locale, customer, sendTo, bankUrl, orderUrl, texts } = JSON.parse(
  form.dataset.settings,
)
const keep = document.getElementById('keep')
const payButton = document.getElementById('pay-now')
const said = document.getElementById('said')
const bank = document.getElementById('bank')

const isDark = matchMedia('(prefers-color-scheme: dark)').matches
let component

// Remount after each attempt and change of consent: a token is single-use, and `saveCard` is fixed
// at creation.
const mount = () => {
  component?.unmount()
  payButton.disabled = true
  component = ServiceConnect({ publishableKey, locale }).createPaymentComponent({
    customer,
    saveCard: keep.checked,
    appearance: {
      theme: isDark ? 'dark' : 'light',
      accentColor: isDark ? '#f4a283' : '#a83a22',
    },
  })
  component.on('form_complete', ({ complete }) => {
    payButton.disabled = !complete
  })
  component.on('payment_token_ready', ({ payment_token }) => confirm(payment_token))
  component.on('payment_failed', () => tryAgain(texts.declined))
  component.mount('#card')
}

const tryAgain = (text) => {
  said.textContent = text
  mount()
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
    said.textContent = texts.unknown
  }
}

const next = ({ outcome, url }) => {
  if (outcome === 'charged') location.assign(orderUrl)
  else if (outcome === 'authenticate') showBank(url)
  else if (outcome === 'declined') tryAgain(texts.declined)
  else if (outcome === 'token-refused') tryAgain(texts.again)
  else if (outcome === 'unknown') said.textContent = texts.unknown
  else tryAgain(texts.failed)
}

// The bank cannot redirect to a shop without https, so the shop polls.
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

bank.addEventListener('close', () => location.assign(orderUrl))
keep.addEventListener('change', mount)
payButton.addEventListener('click', () => {
  payButton.disabled = true
  said.textContent = texts.paying
  component.submit()
})
try {
  mount()
  form.hidden = false
} catch {
  // The gateway's script did not load.
  document.getElementById('no-fields').classList.add('needed')
}
