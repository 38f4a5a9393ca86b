import { CardElement } from './card-element.ts'

if (typeof customElements !== 'undefined' && !customElements.get('puente-card')) {
  customElements.define('puente-card', CardElement)
}

export type {
  PuenteCardDetails,
  PuenteCardElement,
  PuenteCardEventMap,
  PuenteCardEventName,
} from './events.ts'
export type { Failure, Outcome, OutcomeType } from './protocol.ts'
export { VERSION } from './version.ts'
