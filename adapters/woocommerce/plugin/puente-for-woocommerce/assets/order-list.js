// Puts the badges into the list of orders once it is there, so that the page never waits for Puente.
;(async () => {
  const { url, action, nonce, asked, label } = window.puenteOrderList

  const badgeOf = (sentences) => {
    const badge = document.createElement('span')
    badge.className = 'puente-badge'
    badge.textContent = label
    const words = document.createElement('span')
    words.className = 'screen-reader-text'
    words.textContent = `: ${sentences.join(' ')}`
    badge.append(words)
    return badge
  }

  for (const orders of asked) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        credentials: 'same-origin',
        body: new URLSearchParams({ action, orders, _ajax_nonce: nonce }),
      })
      const { data } = await answer.json()
      for (const [id, sentences] of Object.entries(data ?? {})) {
        if (sentences.length === 0) continue
        const places = document.querySelectorAll(`.puente-attention[data-order="${Number(id)}"]`)
        for (const place of places) place.replaceChildren(badgeOf(sentences))
      }
    } catch {
      // Without an answer there are no badges; the next page asks again.
    }
  }
})()
