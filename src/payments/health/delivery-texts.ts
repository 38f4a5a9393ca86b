import { RETRY_WINDOW_MS } from '../../contract/events.ts'
import type { StoreRow } from '../../db/db.ts'
import type { RecognisedRefusal } from '../../db/tables/events.ts'
import type { Language } from '../../locales/language.ts'
import type { DeliveryFacts, DeliveryVerdict, Refusal } from '../inbound/rules/webhook-health.ts'

export interface DeliveryTexts {
  text: string
  /** `null` if no action is needed. */
  todo: string | null
}

interface About {
  store: Pick<StoreRow, 'id' | 'environment' | 'locale'>
  webhookUrl: string
  facts: DeliveryFacts
  /** Place to paste the signing secret, as a phrase after a colon. */
  pasteAt?: Record<Language, string> | undefined
}

export const deliveryTexts = (verdict: DeliveryVerdict, about: About): DeliveryTexts => {
  const { store, facts } = about
  const texts = TEXTS[store.locale]
  const { lastAcceptedAt } = facts
  switch (verdict.verdict) {
    case 'arriving': {
      const gaps = facts.gaps.all ? ` ${texts.changed(facts.gaps.all.count)}` : ''
      return { text: `${texts.arriving(lastAcceptedAt)}${gaps}`, todo: null }
    }
    case 'not_known':
      return { text: texts[verdict.because], todo: texts.register(about) }
    case 'refused': {
      const said = [texts.wrongSecret(verdict.refusal), texts.lastAccepted(lastAcceptedAt)]
      return { text: [...said, texts.perhapsStrangers].join(' '), todo: texts.paste(about) }
    }
    case 'failing': {
      const { cause, refusal, gaps } = verdict
      const changed = gaps ? [texts.changed(gaps.count)] : []
      const last = texts.lastAccepted(lastAcceptedAt)
      if (cause === 'nothing_arrives' || !refusal) {
        return { text: [...changed, last].join(' '), todo: texts.register(about) }
      }
      if (cause === 'clock') {
        return { text: [texts.clock(refusal), ...changed, last].join(' '), todo: texts.setClock }
      }
      const { reason } = refusal
      const signed =
        reason === 'former-secret' || reason === 'other-store' ? [texts.signed[reason]] : []
      return {
        text: [texts.wrongSecret(refusal), ...signed, ...changed, last].join(' '),
        todo: texts.paste(about),
      }
    }
  }
}

const timeOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const MINUTE_MS = 60_000
const RETRY_MINUTES = Math.round(RETRY_WINDOW_MS / MINUTE_MS)

interface Texts {
  arriving: (at: Date | null) => string
  nothing_yet: string
  awaited: string
  lastAccepted: (at: Date | null) => string
  changed: (count: number) => string
  wrongSecret: (refusal: Refusal) => string
  perhapsStrangers: string
  signed: Record<RecognisedRefusal, string>
  clock: (refusal: Refusal) => string
  setClock: string
  paste: (about: About) => string
  register: (about: About) => string
}

const command = ({ id }: About['store']): string =>
  `npm run stores -- rotate webhook-secret --id ${id} --webhook-secret SECRET`

const TEXTS: Record<Language, Texts> = {
  es: {
    arriving: (at) =>
      `Los eventos de la pasarela llegan; el último se aceptó el ${at ? timeOf(at) : ''}.`,
    nothing_yet:
      'Todavía no se puede juzgar: no ha llegado ningún evento de la pasarela, y ningún pago ha cambiado.',
    awaited: `Un pago cambió y su evento todavía no ha llegado; la pasarela lo intenta durante ${RETRY_MINUTES} minutos.`,
    lastAccepted: (at) =>
      at
        ? `El último evento se aceptó el ${timeOf(at)}.`
        : 'Nunca se ha aceptado un evento de la pasarela.',
    changed: (count) =>
      count === 1
        ? 'Un pago cambió y su evento no ha llegado.'
        : `${count} cambios de pagos se encontraron sin su evento.`,
    wrongSecret: ({ at }) =>
      `Se rechazan entregas porque su firma no corresponde al secreto que tiene Puente: la última, el ${timeOf(at)}.`,
    perhapsStrangers:
      'Cualquiera puede enviar algo a esta dirección: si se acepta el evento de su próximo pago, no eran de la pasarela.',
    signed: {
      'former-secret': 'Están firmadas con un secreto que este comercio tenía antes.',
      'other-store': 'Están firmadas con el secreto de otro comercio.',
    },
    clock: ({ at, ageSeconds }) =>
      `Se rechazan entregas bien firmadas por su hora: la del ${timeOf(at)} se firmó ${distance(ageSeconds, 'es')}.`,
    setClock:
      'Ponga en hora el reloj del servidor de Puente. Si está bien, la pasarela firma con otra hora: pregúntele, o suba WEBHOOK_TOLERANCE_SECONDS si las entregas son antiguas.',
    paste: ({ store, pasteAt }) =>
      `Copie del portal de la pasarela el secreto de firma de esta dirección y péguelo otra vez: ${pasteAt?.es ?? `en la página donde se conectó la tienda, o con ${command(store)}`}.`,
    register: ({ store, webhookUrl }) =>
      `Registre ${webhookUrl} en el portal de la pasarela, con el interruptor de entorno en ${store.environment === 'live' ? 'producción' : 'pruebas'}, y mire allí los últimos diez intentos de entrega.`,
  },
  en: {
    arriving: (at) =>
      `The gateway's events arrive; the last one was accepted at ${at ? timeOf(at) : ''}.`,
    nothing_yet:
      'There is nothing to judge by yet: no event of the gateway has come, and no payment has changed.',
    awaited: `A payment changed and its event has not come yet; the gateway tries for ${RETRY_MINUTES} minutes.`,
    lastAccepted: (at) =>
      at
        ? `The last event was accepted at ${timeOf(at)}.`
        : 'No event of the gateway was ever accepted.',
    changed: (count) =>
      count === 1
        ? 'One payment changed and its event has not come.'
        : `${count} changes of payments were found without their event.`,
    wrongSecret: ({ at }) =>
      `Deliveries are refused because their signature does not fit the secret that Puente has: the last one at ${timeOf(at)}.`,
    perhapsStrangers:
      "Anyone can post to this address: if the event of your next payment is accepted, these were not the gateway's.",
    signed: {
      'former-secret': 'They are signed with a secret that this store had before.',
      'other-store': 'They are signed with the secret of another store.',
    },
    clock: ({ at, ageSeconds }) =>
      `Deliveries that are rightly signed are refused for their time: that of ${timeOf(at)} was signed ${distance(ageSeconds, 'en')}.`,
    setClock:
      "Check the clock of Puente's server. If it is right, the gateway signs with another time: ask it, or raise WEBHOOK_TOLERANCE_SECONDS if the deliveries are old.",
    paste: ({ store, pasteAt }) =>
      `Copy the signing secret of this address from the gateway's portal and paste it again: ${pasteAt?.en ?? `on the page where the store was connected, or with ${command(store)}`}.`,
    register: ({ store, webhookUrl }) =>
      `Register ${webhookUrl} in the gateway's portal, with the environment switch at ${store.environment}, and look at its last ten delivery attempts there.`,
  },
}

const distance = (ageSeconds: number | null, locale: Language): string => {
  const seconds = Math.abs(ageSeconds ?? 0)
  const isAhead = (ageSeconds ?? 0) < 0
  const much =
    seconds < 120
      ? `${seconds} s`
      : seconds < 7_200
        ? `${Math.round(seconds / 60)} min`
        : `${Math.round(seconds / 3_600)} h`
  if (locale === 'es') return isAhead ? `${much} en el futuro` : `hace ${much}`
  return isAhead ? `${much} in the future` : `${much} before`
}
