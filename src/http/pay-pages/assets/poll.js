// Polls until the payment's state differs from the page, then updates the page and follows its
// redirect.
const { statusUrl } = document.currentScript.dataset
const RELOAD_AFTER_MS = 2_000
const LOOK_OFTEN_MS = 1_000
const LOOK_RARELY_MS = 5_000
const startedAt = Date.now()
const ASK_GATEWAY_AFTER_MS = 3_000
const LATE_AFTER_MS = 20_000

/** A cache served a stale page: poll less often. */
let isStale = false

const look = async () => {
  const waitedMs = Date.now() - startedAt
  if (waitedMs > LATE_AFTER_MS) admitLateness()
  try {
    // Without an event, Puente polls the gateway.
    const answer = await fetch(
      waitedMs > ASK_GATEWAY_AFTER_MS ? `${statusUrl}?waited=1` : statusUrl,
    )
    const { kind } = await answer.json()
    if (answer.ok && kind !== stateOf(document).dataset.kind) {
      if (await takeOver()) return
      isStale = true
    }
  } catch {
    // Offline or a server restart: the next poll retries.
  }
  setTimeout(look, waitedMs < 60_000 && !isStale ? LOOK_OFTEN_MS : LOOK_RARELY_MS)
}

const stateOf = (page) => page.getElementById('state')

/** Returns true once polling can stop. */
const takeOver = async () => {
  const state = stateOf(document)
  if (state.dataset.kind === 'not-ready' && isFirstReload()) {
    setTimeout(() => location.replace(freshAddress()), RELOAD_AFTER_MS)
    return true
  }
  const answer = await fetch(freshAddress(), { cache: 'no-store' })
  // Above a rate limit; the payment goes on.
  if (answer.status === 429) return false
  const text = await answer.text()
  const page = new DOMParser().parseFromString(text, 'text/html')
  const fresh = stateOf(page)
  if (!fresh || fresh.dataset.kind === state.dataset.kind) return false
  const hadFocus = state.contains(document.activeElement)
  state.replaceWith(fresh)
  document.title = page.title
  if (hadFocus) fresh.querySelector('h1').focus()
  followRedirect(fresh)
  const parts = fresh.querySelectorAll(':scope > h1, :scope > p:not([hidden])')
  const [title, ...sentences] = [...parts].map((part) => part.textContent)
  say(`${title}. ${sentences.join(' ')}`)
  return true
}

const followRedirect = (state) => {
  const { redirectUrl, redirectSeconds } = state.dataset
  if (!redirectUrl) return
  for (const notice of state.querySelectorAll('.forward')) notice.hidden = false
  // Replaces the page: the back button must not return into the redirect.
  setTimeout(() => location.replace(redirectUrl), redirectSeconds * 1000)
}

/**
 * A cache may serve the stale page again, so reload once. Without storage, the URL remembers it.
 */
const isFirstReload = () => {
  const name = `puente-reloaded ${location.pathname}`
  const isKnown = new URLSearchParams(location.search).has('fresh') || readSession(name) === '1'
  try {
    sessionStorage.setItem(name, '1')
  } catch {}
  return !isKnown
}

const freshAddress = () => {
  const address = new URL(location.href)
  address.searchParams.set('fresh', Date.now())
  return address.href
}

const readSession = (name) => {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

const admitLateness = () => {
  const notice = document.querySelector('.late[hidden]')
  if (!notice) return
  notice.hidden = false
  say(notice.textContent)
}

const say = (text) => {
  document.getElementById('page-status').textContent = text
}

followRedirect(stateOf(document))
if (statusUrl) setTimeout(look, 500)
