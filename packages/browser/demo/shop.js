// A shop's checkout page. It creates the order on its server, and shows the card page.
const card = document.getElementById('card')
const ownButton = document.getElementById('own-button')
const outcome = document.getElementById('outcome')
const events = document.getElementById('events')
const theme = document.getElementById('theme')
const language = document.getElementById('language')
const hideButton = document.getElementById('hide-button')

const NAMES = [
  ...['ready', 'change', 'submitted', 'challenge', 'confirming'],
  ...['paid', 'declined', 'review', 'expired', 'failed'],
]
for (const name of NAMES) {
  card.addEventListener(name, ({ detail }) => {
    const entry = document.createElement('li')
    entry.dataset.name = name
    entry.textContent = `${name} ${JSON.stringify(detail)}`
    events.append(entry)
  })
}

card.addEventListener('change', ({ detail }) => {
  ownButton.disabled = !detail.complete
})
ownButton.addEventListener('click', () => card.submit())

let order

// An event is a hint for this page. The shop's server delivers after Puente's signed notification.
card.addEventListener('paid', async () => {
  ownButton.hidden = true
  outcome.textContent = 'Thank you! We are checking the payment.'
  const answer = await fetch(`orders/${order.id}`)
  const { status } = await answer.json()
  outcome.textContent = `Thank you! The order is ${status}.`
})

theme.addEventListener('change', () => {
  document.body.className = theme.value === 'night' ? 'night' : ''
  card.className = theme.value === 'coffee' ? 'coffee' : ''
})
language.addEventListener('change', () => {
  card.lang = language.value
})
hideButton.addEventListener('change', () => {
  card.toggleAttribute('hide-button', hideButton.checked)
  ownButton.hidden = !hideButton.checked
})

const begin = async () => {
  const answer = await fetch('orders', { method: 'POST' })
  order = await answer.json()
  if (!answer.ok) {
    outcome.textContent = order.detail ?? order.title
    return
  }
  document.getElementById('order').textContent = `Order ${order.id}: L 125.50`
  card.payUrl = order.pay_url
}
begin()
