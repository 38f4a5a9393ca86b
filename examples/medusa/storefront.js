// A storefront of one product: cart, customer, shipping, payment, and the page to return to.
const settingOf = (name) => document.querySelector(`meta[name=${name}]`).content
const medusa = settingOf('engine')
const publishableKey = settingOf('publishable-key')
const PROVIDER = 'pp_puente'
const [title, form, card, message] = ['title', 'buy', 'card', 'message'].map((id) =>
  document.getElementById(id),
)

/** Calls Medusa's Store API; answers with the status and the body. */
const ask = async (path, body) => {
  const response = await fetch(`${medusa}/store${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-publishable-api-key': publishableKey },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { isOk: response.ok, body: await response.json() }
}

/** As `ask`, and throws the message of a refusal. */
const store = async (path, body) => {
  const answer = await ask(path, body)
  if (!answer.isOk) throw new Error(answer.body.message)
  return answer.body
}

/** The cart of this browser, until it is paid. */
const cartId = async (regionId) => {
  const known = sessionStorage.getItem('cart')
  if (known && (await ask(`/carts/${known}`)).isOk) return known
  const { cart } = await store('/carts', { region_id: regionId })
  sessionStorage.setItem('cart', cart.id)
  return cart.id
}

const fillCart = async (id, variantId, { name, email, street, city }) => {
  const { cart } = await store(`/carts/${id}`)
  if (cart.items.length === 0)
    await store(`/carts/${id}/line-items`, { variant_id: variantId, quantity: 1 })
  const address = { first_name: name, address_1: street, city, country_code: 'hn' }
  await store(`/carts/${id}`, { email, shipping_address: address })
  const { shipping_options } = await store(`/shipping-options?cart_id=${id}`)
  if (shipping_options.length === 0) throw new Error('We do not deliver to this address.')
  await store(`/carts/${id}/shipping-methods`, { option_id: shipping_options[0].id })
}

const thanksPage = (id) => `${location.origin}/?cart=${id}`

const showError = (error) => {
  message.textContent = error.message
}

/** A new session closes the page of the one before. */
const pay = async (id, mode) => {
  const { payment_collection } = await store('/payment-collections', { cart_id: id })
  const created = await store(`/payment-collections/${payment_collection.id}/payment-sessions`, {
    provider_id: PROVIDER,
    data: { mode, success_url: thanksPage(id), cancel_url: `${location.origin}/` },
  })
  const { payment_sessions } = created.payment_collection
  const { data } = payment_sessions.find((session) => session.provider_id === PROVIDER)
  if (mode === 'hosted') return location.assign(data.pay_url)
  card.payUrl = data.pay_url
  card.hidden = false
  form.hidden = true
  for (const outcome of ['paid', 'review'])
    card.addEventListener(outcome, () => location.assign(thanksPage(id)))
  card.addEventListener('expired', () => location.reload())
}

const isHonduras = ({ iso_2 }) => iso_2 === 'hn'

const sell = async () => {
  const { regions } = await store('/regions')
  const { id: regionId } = regions.find(({ countries }) => countries.some(isHonduras))
  const prices = `region_id=${regionId}&country_code=hn&fields=*variants.calculated_price`
  const { products } = await store(`/products?limit=1&${prices}`)
  const [{ title: name, variants }] = products
  const [{ id: variantId, calculated_price: price }] = variants
  const amount = price.calculated_amount_with_tax ?? price.calculated_amount
  title.textContent = `${name}, ${amount} ${price.currency_code.toUpperCase()}`
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    message.textContent = 'One moment …'
    // A second click would fill a second cart.
    form.inert = true
    const customer = Object.fromEntries(new FormData(form))
    try {
      await buy(regionId, variantId, customer, event.submitter.value.toLowerCase())
      message.textContent = ''
    } catch (error) {
      showError(error)
    } finally {
      form.inert = false
    }
  })
}

const buy = async (regionId, variantId, customer, mode) => {
  const id = await cartId(regionId)
  try {
    await fillCart(id, variantId, customer)
    await pay(id, mode)
  } catch (error) {
    // Medusa changes no cart whose customer paid and came back.
    const { body } = await ask(`/carts/${id}/complete`, {})
    if (body.type !== 'order') throw error
    location.assign(thanksPage(id))
  }
}

/** Puente's notification places the order even if the customer never reaches this page. */
const thank = async (id, pauseMs = 2_000) => {
  title.textContent = 'Your order'
  sessionStorage.removeItem('cart')
  const { body } = await ask(`/carts/${encodeURIComponent(id)}/complete`, {})
  const isPaid = body.type === 'order'
  if (isPaid) title.textContent = `Order ${body.order.display_id}`
  message.textContent = isPaid ? 'Thank you, the order is paid.' : 'The payment is under way …'
  if (!isPaid) setTimeout(() => thank(id, Math.min(2 * pauseMs, 60_000)).catch(showError), pauseMs)
}

const paidCart = new URLSearchParams(location.search).get('cart')
const start = paidCart ? thank(paidCart) : sell()
start.catch(showError)
