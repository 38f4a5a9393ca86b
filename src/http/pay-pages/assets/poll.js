// Polls the payment until its state differs from the page, then updates the page.
const { statusUrl } = document.currentScript.dataset
const RELOAD_AFTER_MS = 2_000
const LOOK_OFTEN_MS = 1_000
const LOOK_RARELY_MS = 5_000
const startedAt = Date.now()
const ASK_GATEWAY_AFTER_MS = 3_000
const LATE_AFTER_MS = 20_000

/** A cache answered with a stale page: polls less often. */
let isStale = false

const look = async () => {
  const waitedMs = Date.now() - startedAt
  if (waitedMs > LATE_AFTER_MS) admitLateness()
  try {
    // After a moment without an event, the gateway itself is asked.
    const answer = await fetch(
      waitedMs > ASK_GATEWAY_AFTER_MS ? `${statusUrl}?waited=1` : statusUrl,
    )
    const { kind } = await answer.json()
    if (answer.ok && kind !== stateOf(document).dataset.kind) {
      if (await takeOver()) return
      isStale = true
    }
  } catch {
    // Offline, or the server is restarting: the next look will tell.
  }
  setTimeout(look, waitedMs < 60_000 && !isStale ? LOOK_OFTEN_MS : LOOK_RARELY_MS)
}

const stateOf = (page) => page.getElementById('state')

/** True when there is nothing more to wait for. */
const takeOver = async () => {
  const state = stateOf(document)
  if (state.dataset.kind === 'not-ready' && isFirstReload()) {
    setTimeout(() => location.replace(freshAddress()), RELOAD_AFTER_MS)
    return true
  }
  const text = await (await fetch(freshAddress(), { cache: 'no-store' })).text()
  const page = new DOMParser().parseFromString(text, 'text/html')
  const fresh = stateOf(page)
  if (!fresh || fresh.dataset.kind === state.dataset.kind) return false
  const hadFocus = state.contains(document.activeElement)
  state.replaceWith(fresh)
  document.title = page.title
  if (hadFocus) fresh.querySelector('h1').focus()
  const [title, ...sentences] = [...fresh.querySelectorAll('h1, p')].map((part) => part.textContent)
  say(`${title}. ${sentences.join(' ')}`)
  const { forwardUrl, forwardSeconds } = fresh.dataset
  if (forwardUrl) setTimeout(() => location.assign(forwardUrl), forwardSeconds * 1000)
  return true
}

/**
 * Returns true the first time for this page: a cache can answer a reload with the stale page, so the page
 * reloads only once. Without storage, the browser remembers it in the URL.
 */
const isFirstReload = () => {
  const name = `puente-reloaded ${location.pathname}`
  const isKnown = new URLSearchParams(location.search).has('fresh') || readSession(name) === '1'
  try {
    sessionStorage.setItem(name, '1')
  } catch {
    // Storage is blocked: use the URL.
  }
  return !isKnown
}

/** Returns the URL of this page with a cache buster. */
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
  document.getElementById('news').textContent = text
}

setTimeout(look, 500)
