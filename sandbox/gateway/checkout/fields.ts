import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { FieldName } from './form-fields.ts'

export const field = (options: {
  name: FieldName
  label: string
  autocomplete: string
  type?: 'text' | 'email' | 'tel'
  inputmode?: 'numeric' | 'decimal' | 'email' | 'tel' | 'text'
  value?: string | null | undefined
  maxlength?: number
  hint?: string | undefined
  error?: string | undefined
  required?: boolean
  locked?: string | false
  optionalMark?: string
}): Html => {
  const { name, hint, error, locked } = options
  const hintId = hint && `${name}-hint`
  const errorId = error && `${name}-error`
  const describedBy = [hintId, errorId].filter(Boolean).join(' ')
  return html`<div class="field${error && ' wrong'}${locked && ' locked'}" data-field="${name}">
      <label for="${name}">${options.label}${
        options.optionalMark && html` <span class="mild">(${options.optionalMark})</span>`
      }${locked && html`<span class="lock" title="${locked}">${LOCK}<span class="hidden">(${locked})</span></span>`}</label>
      <input id="${name}" name="${name}" type="${options.type ?? 'text'}" autocomplete="${options.autocomplete}"${
        options.inputmode && html` inputmode="${options.inputmode}"`
      }${options.maxlength && html` maxlength="${options.maxlength}"`} value="${options.value ?? ''}"${options.required && html` required aria-required="true"`}${
        locked && html` readonly`
      }${error && html` aria-invalid="true"`}${
        describedBy && html` aria-describedby="${describedBy}"`
      } spellcheck="false">
      ${hint && html`<p class="hint" id="${hintId}">${hint}</p>`}
      ${error && html`<p class="error" id="${errorId}">${error}</p>`}
    </div>`
}

export const checkbox = (
  name: string,
  options: { label: string; hint: string; checked: boolean },
): Html => html`<div class="consent">
      <input type="checkbox" id="${name}" name="${name}" value="yes"${
        options.checked && html` checked`
      } aria-describedby="${name}-hint">
      <div><label for="${name}">${options.label}</label>
      <p class="hint" id="${name}-hint">${options.hint}</p></div>
    </div>`

const LOCK = html`<svg viewBox="0 0 16 16" aria-hidden="true"><rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="M5 7V5a3 3 0 0 1 6 0v2"/></svg>`
