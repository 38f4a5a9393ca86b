// Asks how the payment stands until that differs from what the page says, then takes over the news.
const { statusUrl } = document.currentScript.dataset
const startedAt = Date.now()
const ASK_GATEWAY_AFTER_MS = 3_000
const LATE_AFTER_MS = 20_000

const look = async () => {
  const waitedMs = Date.now() - startedAt
  if (waitedMs > LATE_AFTER_MS) admitLateness()
  try {
    // After a moment without an event, the gateway itself is asked.
    const answer = await fetch(
      waitedMs > ASK_GATEWAY_AFTER_MS ? `${statusUrl}?waited=1` : statusUrl,
    )
    const { kind } = await answer.json()
    if (answer.ok && kind !== stateOf(document).dataset.kind && (await takeOver())) return
  } catch {
    // Offline, or the server is restarting: the next look will tell.
  }
  setTimeout(look, waitedMs < 60_000 ? 1000 : 5000)
}

const stateOf = (page) => page.getElementById('state')

/** True when there is nothing more to wait for. */
const takeOver = async () => {
  const state = stateOf(document)
  if (state.dataset.kind === 'not-ready') {
    location.reload()
    return true
  }
  const text = await (await fetch(location.href)).text()
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
