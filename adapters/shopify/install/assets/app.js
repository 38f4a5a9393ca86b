// In the admin, App Bridge issues a token per call. In a payments app's own window, the URL
// fragment brings one, which must leave the address.
const page = document.querySelector('#app')
const isAlone = page.dataset.alone !== undefined
const ownToken = location.hash.slice(1)
if (isAlone && ownToken) {
  history.replaceState(null, '', location.pathname + location.search)
  document.querySelector('footer a').hash = ownToken
}

const call = async (path, init = {}) => {
  const token = isAlone ? ownToken : await window.shopify.idToken()
  return fetch(path, { ...init, headers: { authorization: `Bearer ${token}` } })
}

const show = async (answer) => {
  page.innerHTML = await answer.text()
}

const pageUrl = `/shopify/app/page${location.search}`

page.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = event.target.querySelector('[type="submit"]')
  button.disabled = true
  try {
    await show(
      await call(pageUrl, {
        method: 'POST',
        body: new URLSearchParams(new FormData(event.target)),
      }),
    )
    page.querySelector('[role="alert"], h1')?.scrollIntoView({ block: 'center' })
  } finally {
    button.disabled = false
  }
})

page.addEventListener('click', async (event) => {
  const { download } = event.target.dataset
  if (!download) return
  const answer = await call(`/shopify/app/data-requests/${encodeURIComponent(download)}`)
  if (!answer.ok) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = `${download}.json`
  link.click()
  URL.revokeObjectURL(link.href)
})

if (isAlone || window.shopify) show(await call(pageUrl))
