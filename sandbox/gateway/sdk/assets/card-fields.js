// Runs inside the iframe. The merchant's page receives only completeness, height and token, never
// the input.
import { cardOf, formatOf, showBrand, typedProblem } from './card-rules.js'

const { merchantOrigin } = document.documentElement.dataset
const parameters = new URLSearchParams(location.search)
const form = document.getElementById('card')
const notice = document.getElementById('problem')
const FIELDS = ['number', 'expiry', 'cvc', 'holder']

/** Builds a failure like the processor's, with an ISO 8583 code. */
const refusalOf = (code, message) => ({
  IsoResponseCode: code,
  Errors: [{ Code: code, Message: message }],
})
const FORMAT_ERROR = refusalOf('30', 'Format error')
const UNREACHABLE = refusalOf('91', 'Issuer or switch inoperative')
const SYSTEM_MALFUNCTION = refusalOf('96', 'System malfunction')
const REFUSALS = {
  number: refusalOf('14', 'Invalid card number'),
  expiry: refusalOf('54', 'Expired card'),
}

/** Delivers only to the merchant's origin. */
const postToPage = (message) => {
  if (window.parent !== window) window.parent.postMessage(message, merchantOrigin)
}

const inputOf = (name) => document.getElementById(name)
const textIn = (name) => inputOf(name).value

/** Rejected values, invalid until edited. */
const refused = new Map()
/** Sent by the merchant's page; posted with the card. */
let setup = {}
let wasComplete = false

const problemIn = (name) =>
  typedProblem[name](textIn(name), form.dataset) ??
  (refused.get(name) === textIn(name) ? 'refused' : undefined)

const showProblem = (name) => {
  const input = inputOf(name)
  const problem = problemIn(name)
  document.getElementById(`${name}-error`).textContent = problem ? input.dataset[problem] : ''
  if (problem) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
}

const isShownWrong = (name) => inputOf(name).hasAttribute('aria-invalid')

const reportCompletion = () => {
  const complete = FIELDS.every((name) => problemIn(name) === undefined)
  if (complete === wasComplete) return
  wasComplete = complete
  postToPage({ type: 'complete', complete })
}

/** Keeps the caret after the same digit. */
const reformat = (name) => {
  const input = inputOf(name)
  const { value, selectionStart } = input
  const formatted = formatOf[name](value)
  if (formatted === value) return
  const atEnd = selectionStart === value.length
  const digitsBefore = value.slice(0, selectionStart).replace(/\D/g, '').length
  input.value = formatted
  if (atEnd || document.activeElement !== input) return
  const upToCaret = new RegExp(`^(\\D*\\d){${digitsBefore}}`).exec(formatted)
  input.setSelectionRange(upToCaret?.[0].length ?? 0, upToCaret?.[0].length ?? 0)
}

const showNotice = (text) => {
  notice.textContent = text
  notice.hidden = text === ''
}

const refusalByForm = () => {
  FIELDS.forEach(showProblem)
  const wrong = FIELDS.filter((name) => problemIn(name) !== undefined)
  if (wrong.length === 0) return undefined
  inputOf(wrong[0]).focus()
  if (!['missing', undefined].includes(problemIn('number'))) return REFUSALS.number
  return problemIn('expiry') === 'refused' ? REFUSALS.expiry : FORMAT_ERROR
}

const post = async () => {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, textIn(name)]))
  try {
    const response = await fetch('tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({
        ...setup,
        publishable_key: form.dataset.publishableKey,
        save_card: parameters.get('save_card') === '1',
        card: cardOf(typed),
      }),
    })
    const answer = await response.json().catch(() => ({}))
    if (response.ok && answer.payment_token) return { payment_token: answer.payment_token }
    return { refusal: answer.IsoResponseCode ? answer : SYSTEM_MALFUNCTION, typed }
  } catch {
    return { refusal: UNREACHABLE, typed }
  }
}

const showRefusal = ({ IsoResponseCode }, typed) => {
  const name = Object.keys(REFUSALS).find(
    (key) => REFUSALS[key].IsoResponseCode === IsoResponseCode,
  )
  if (name === undefined) {
    showNotice(IsoResponseCode === '91' ? notice.dataset.unreachable : notice.dataset.notAccepted)
    return
  }
  refused.set(name, typed[name])
  showProblem(name)
  if (isShownWrong(name)) inputOf(name).focus()
}

const submit = async (submission) => {
  showNotice('')
  const early = refusalByForm()
  const outcome = early ? { refusal: early } : await post()
  if (outcome.payment_token) {
    postToPage({ type: 'token', submission, payment_token: outcome.payment_token })
    return
  }
  const { IsoResponseCode, Errors } = outcome.refusal
  if (outcome.typed) showRefusal(outcome.refusal, outcome.typed)
  // Failure before incompleteness: a page enables its button on the first and disables it on the
  // second.
  postToPage({ type: 'failed', submission, IsoResponseCode, Errors })
  reportCompletion()
}

/** Pays, or shows what is missing. */
const enter = () => {
  showNotice('')
  if (!refusalByForm()) postToPage({ type: 'enter' })
}

const listenToFields = () => {
  for (const name of FIELDS) {
    const input = inputOf(name)
    input.addEventListener('input', (event) => {
      if (event.isComposing) return
      reformat(name)
      if (name === 'number') showBrand(input.value)
      // While typing, clear fixed errors; show new ones only on blur.
      if (isShownWrong(name) && problemIn(name) === undefined) showProblem(name)
      reportCompletion()
    })
    input.addEventListener('keydown', ({ key, isComposing, repeat }) => {
      if (key === 'Enter' && !isComposing && !repeat) enter()
    })
    input.addEventListener('blur', () => {
      if (input.value !== '' || isShownWrong(name)) showProblem(name)
    })
  }
  form.addEventListener('submit', (event) => event.preventDefault())
  // The browser may have autofilled values before this script ran.
  FIELDS.forEach(reformat)
  showBrand(textIn('number'))
  reportCompletion()
}

const listenToMerchant = () => {
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== merchantOrigin) return
    if (data?.type === 'setup') setup = data.setup
    if (data?.type === 'submit') submit(data.submission)
  })
}

const applyAccent = () => {
  const accent = parameters.get('accent') ?? ''
  // A single property value cannot inject other styles.
  const isColour = /^[#\w\s.,%/()]{3,40}$/.test(accent) && CSS.supports('color', accent)
  if (isColour) document.documentElement.style.setProperty('--accent', accent)
}

new ResizeObserver(() => {
  postToPage({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
}).observe(document.body)

applyAccent()
if (form) {
  listenToMerchant()
  postToPage({ type: 'ready' })
  listenToFields()
} else {
  postToPage({ type: 'unusable', IsoResponseCode: '03', Message: 'Invalid merchant' })
}
