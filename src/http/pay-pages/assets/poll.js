// Asks how the payment stands until that differs from what the page says, then loads the page anew.
const { statusUrl, kind } = document.currentScript.dataset
const startedAt = Date.now()

const look = async () => {
  const waitedMs = Date.now() - startedAt
  try {
    // After three seconds without an event, the gateway itself is asked.
    const answer = await fetch(waitedMs > 3000 ? `${statusUrl}?waited=1` : statusUrl)
    const status = await answer.json()
    if (answer.ok && status.kind !== kind) {
      location.reload()
      return
    }
  } catch {
    // Offline, or the server is restarting: the next look will tell.
  }
  setTimeout(look, waitedMs < 60_000 ? 1000 : 5000)
}

setTimeout(look, 500)
