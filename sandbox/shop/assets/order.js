// Polls the order until its state is final.
const { statusUrl } = document.currentScript.dataset
const startedAt = Date.now()
let isStale = false
const shown = () => document.getElementById('state').dataset.state

const look = async () => {
  try {
    const answer = await fetch(statusUrl)
    const { state } = await answer.json()
    if (answer.ok && state !== shown()) {
      await takeOver()
      // A cache served a stale page.
      isStale = state !== shown()
    }
    if (document.getElementById('state').dataset.final !== undefined) return
  } catch {
    // Offline or the shop is restarting; the next poll retries.
  }
  setTimeout(look, Date.now() - startedAt < 60_000 && !isStale ? 1000 : 5000)
}

/** Adds a cache buster. */
const freshAddress = () => {
  const address = new URL(location.href)
  address.searchParams.set('fresh', Date.now())
  return address.href
}

const takeOver = async () => {
  const page = await (await fetch(freshAddress(), { cache: 'no-store' })).text()
  const fresh = new DOMParser().parseFromString(page, 'text/html')
  const state = document.getElementById('state')
  const freshState = fresh.getElementById('state')
  if (!freshState) return
  const hadFocus = state.contains(document.activeElement)
  state.replaceWith(freshState)
  document.title = fresh.title
  if (!fresh.querySelector('.try')) document.querySelector('.try')?.remove()
  if (hadFocus) freshState.querySelector('h1').focus()
  const [title, message] = freshState.querySelectorAll('h1, h1 + p')
  document.getElementById('page-status').textContent =
    `${title.textContent}. ${message.textContent}`
}

setTimeout(look, 500)
