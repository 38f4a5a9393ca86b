// Offers a sign-in by passkey below the form. Without passkeys or scripts, only the form shows.
const part = document.getElementById('passkey-part')
const button = document.getElementById('passkey')
const problem = document.getElementById('passkey-problem')
const { next, failed } = part.dataset

const post = (path, body) =>
  fetch(`/auth/passkeys/sign-in${path}`, {
    method: 'POST',
    headers: {
      'accept-language': document.documentElement.lang,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

const signIn = async () => {
  const options = await (await post('/options')).json()
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  const answer = await post('', { credential: credential.toJSON() })
  if (answer.ok) location.assign(next)
  else {
    const { title, detail = '' } = await answer.json()
    throw new Error(`${title}. ${detail}`)
  }
}

const show = (text) => {
  problem.textContent = text
  problem.hidden = text === ''
}

if (typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function') {
  part.hidden = false
}

button.addEventListener('click', async () => {
  show('')
  button.disabled = true
  try {
    await signIn()
  } catch (error) {
    // A browser's message has the language of the browser, not of the page.
    show(error instanceof DOMException ? failed : error.message)
    button.disabled = false
  }
})
