// A storefront of one product: cart, customer, shipping, payment, and the page to return to.
const { content: vendure } = document.querySelector('meta[name=engine]')
const [title, form, card, message] = ['title', 'buy', 'card', 'message'].map((id) =>
  document.getElementById(id),
)

/** Calls Vendure's Shop API in the customer's session, and throws the message of a refusal. */
const shop = async (query, variables = {}) => {
  const token = sessionStorage.getItem('token')
  const response = await fetch(`${vendure}/shop-api`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  })
  const given = response.headers.get('vendure-auth-token')
  if (given) sessionStorage.setItem('token', given)
  const { data, errors } = await response.json()
  if (errors) throw new Error(errors[0].message)
  const refusal = Object.values(data).find((answer) => answer?.errorCode)
  if (refusal) throw new Error(refusal.message)
  return data
}
const REFUSAL = '... on ErrorResult { errorCode message }'

const fillCart = async (variant, { name, email, street, city }) => {
  const { activeOrder } = await shop('{ activeOrder { state totalQuantity } }')
  // A customer who comes back from the payment page can change the cart again.
  if (activeOrder?.state === 'ArrangingPayment')
    await shop(`mutation { transitionOrderToState(state: "AddingItems") { ${REFUSAL} } }`)
  if (!activeOrder?.totalQuantity)
    await shop(
      `mutation ($variant: ID!) { addItemToOrder(productVariantId: $variant, quantity: 1) { ${REFUSAL} } }`,
      { variant },
    )
  await shop(
    `mutation ($customer: CreateCustomerInput!) { setCustomerForOrder(input: $customer) { ${REFUSAL} } }`,
    { customer: { firstName: name, lastName: '', emailAddress: email } },
  )
  await shop(
    `mutation ($address: CreateAddressInput!) { setOrderShippingAddress(input: $address) { ${REFUSAL} } }`,
    { address: { fullName: name, streetLine1: street, city, countryCode: 'HN' } },
  )
  const { eligibleShippingMethods } = await shop('{ eligibleShippingMethods { id } }')
  const { setOrderShippingMethod } = await shop(
    `mutation ($ids: [ID!]!) { setOrderShippingMethod(shippingMethodId: $ids) { ... on Order { code } ${REFUSAL} } }`,
    { ids: [eligibleShippingMethods[0].id] },
  )
  return setOrderShippingMethod.code
}

const thanksPage = (code) => `${location.origin}/?order=${code}`

const showError = (error) => {
  message.textContent = error.message
}

/** Repeating it never charges twice: an order has one checkout. */
const pay = async (code, mode) => {
  const { createPuenteCheckout } = await shop(
    `mutation ($input: PuenteCheckoutInput!) { createPuenteCheckout(input: $input) {
      ... on PuenteCheckout { payUrl } ${REFUSAL} } }`,
    { input: { mode, successUrl: thanksPage(code), cancelUrl: `${location.origin}/` } },
  )
  const { payUrl } = createPuenteCheckout
  if (!payUrl || mode === 'HOSTED') return location.assign(payUrl ?? thanksPage(code))
  card.payUrl = payUrl
  card.hidden = false
  form.hidden = true
  for (const outcome of ['paid', 'review'])
    card.addEventListener(outcome, () => location.assign(thanksPage(code)))
  card.addEventListener('expired', () => location.reload())
}

const sell = async () => {
  const { products } = await shop(
    '{ products(options: { take: 1 }) { items { name variants { id priceWithTax currencyCode } } } }',
  )
  const [{ name, variants }] = products.items
  const [{ id, priceWithTax, currencyCode }] = variants
  title.textContent = `${name}, ${(priceWithTax / 100).toFixed(2)} ${currencyCode}`
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    message.textContent = 'One moment …'
    // A second click would change the cart while the first one pays.
    form.inert = true
    const customer = Object.fromEntries(new FormData(form))
    try {
      const code = await fillCart(id, customer)
      await pay(code, event.submitter.value)
      message.textContent = ''
    } catch (error) {
      showError(error)
    } finally {
      form.inert = false
    }
  })
}

/** Puente's notification places the order even if the customer never reaches this page. */
const thank = async (code, pauseMs = 2_000) => {
  title.textContent = `Order ${code}`
  const { settlePuenteOrder } = await shop(
    `mutation ($code: String!) { settlePuenteOrder(orderCode: $code) { __typename ${REFUSAL} } }`,
    { code },
  )
  const isPaid = settlePuenteOrder.__typename === 'PuenteOrderPaid'
  message.textContent = isPaid ? 'Thank you, the order is paid.' : 'The payment is under way …'
  if (!isPaid)
    setTimeout(() => thank(code, Math.min(2 * pauseMs, 60_000)).catch(showError), pauseMs)
}

const code = new URLSearchParams(location.search).get('order')
const start = code ? thank(code) : sell()
start.catch(showError)
