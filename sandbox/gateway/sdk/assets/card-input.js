// Hosted checkout: groups the digits, shows the brand, and pays once per click. The form works without it.
import { formatOf, showBrand } from './card-rules.js'

const form = document.querySelector('form[method=post]')

/** Keeps the caret after the same digit. */
const reformat = (input, format) => {
  const { value, selectionStart } = input
  const formatted = format(value)
  if (formatted === value) return
  const atEnd = selectionStart === value.length
  const digitsBefore = value.slice(0, selectionStart).replace(/\D/g, '').length
  input.value = formatted
  if (atEnd || document.activeElement !== input) return
  const upToCaret = new RegExp(`^(\\D*\\d){${digitsBefore}}`).exec(formatted)?.[0].length ?? 0
  input.setSelectionRange(upToCaret, upToCaret)
}

for (const name of ['number', 'expiry', 'cvc']) {
  const input = document.getElementById(name)
  const update = (event) => {
    if (event?.isComposing) return
    reformat(input, formatOf[name])
    if (name === 'number') showBrand(input.value)
  }
  input.addEventListener('input', update)
  // The browser may have filled in a value before this script ran.
  update()
}

/** The name of a pressed button is sent only while the button is enabled, so disable it after. */
form.addEventListener('submit', () => {
  setTimeout(() => {
    for (const button of form.querySelectorAll('[type=submit]')) button.disabled = true
  })
})
// The back-forward cache would restore disabled buttons.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  for (const button of form.querySelectorAll('[type=submit]')) button.disabled = false
})
