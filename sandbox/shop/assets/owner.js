// Shows what happened to an order meanwhile, such as a refund in the gateway's portal. Not while
// somebody is typing: what was typed would be gone.
const { versionUrl, version } = document.currentScript.dataset

const isTyping = () =>
  [...document.querySelectorAll('form input:not([type=hidden])')].some(({ value }) => value)

const look = async () => {
  try {
    const answer = await fetch(versionUrl)
    const now = answer.ok ? (await answer.json()).version : version
    if (now !== version && !isTyping()) return location.reload()
  } catch {
    // Offline, or the shop is restarting: the next look will tell.
  }
  setTimeout(look, 2000)
}

setTimeout(look, 2000)
