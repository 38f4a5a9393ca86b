import { minuteText, moneyInWords } from '../../domain/money-text.ts'
import { chargeAfterAmount, chargeInWords } from '../charges.ts'
import { differencesInWords } from './differences.ts'
import type { AlertFacts, ChargeOfAlert } from './facts.ts'
import type { AlertSentences } from './sentences.ts'

const money = ({
  amount,
  currency,
}: {
  amount?: string | undefined
  currency?: string | undefined
}) =>
  amount !== undefined && currency !== undefined ? moneyInWords(amount, currency, 'es') : undefined

const list = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}` : (parts[0] ?? '')

const charged = (charge: ChargeOfAlert, options: { forPortal?: boolean } = {}): string =>
  `${moneyInWords(charge.amount, charge.currency, 'es')} ${chargeAfterAmount(charge, 'es', options)}`

/** Omitted for readers with buttons. */
const byCommand = (
  { order, hasButtons }: AlertFacts,
  { id }: { id?: string | undefined },
): string =>
  order && id && !hasButtons
    ? ` (puente refund ${order.puenteId} --payment ${id}, o POST /v1/orders/${order.id}/refunds con payment_id ${id})`
    : ''

const refunded = (facts: AlertFacts, options: { forPortal?: boolean } = {}): string | undefined => {
  const amount = money(facts)
  return (
    amount &&
    (facts.charge ? `${amount} ${chargeAfterAmount(facts.charge, 'es', options)}` : amount)
  )
}

const answerByCommand = ({ refund, hasButtons }: AlertFacts): string =>
  refund && !hasButtons ? ` (o con puente refunds resolve ${refund})` : ''

const cancelByApi = ({ order, refund, hasButtons }: AlertFacts): string =>
  hasButtons
    ? ''
    : ` (POST /v1/orders/${order?.id ?? '{id}'}/refunds/${refund ?? '{refund_id}'}/cancel)`

const BECAUSE: Readonly<Record<string, string>> = {
  not_paid: 'el pedido no está pagado',
  voided: 'el cobro ya fue anulado',
  nothing_left: 'ya se reembolsó todo el cobro',
  above_rest: 'es más de lo que queda del cobro',
  'wrong-currency': 'es de otra moneda que el cobro',
}

const refundRequestsText = ({
  asked: requestsText,
  shown,
  currency,
}: AlertFacts): string | undefined => {
  const questions = requestsText.map(
    ({ at, kind, answer }) =>
      `${kind === 'void' ? 'una anulación' : 'un reembolso'} el ${minuteText(at, 'es')} (respuesta: ${ANSWERS[answer ?? ''] ?? answer ?? 'ninguna'})`,
  )
  const sights = shown.map(({ at, state, refunded_amount }) => {
    const sum = money({ amount: refunded_amount, currency })
    return `el ${minuteText(at, 'es')} el pago como ${STATES[state ?? ''] ?? state ?? 'desconocido'}${sum ? ` con ${sum} reembolsados` : ''}`
  })
  if (questions.length === 0) return undefined
  const showed = sights.length > 0 ? `; la pasarela mostró ${list(sights)}` : ''
  return `Puente pidió ${list(questions)}${showed}.`
}

const FIELDS: Readonly<Record<string, string>> = {
  customer: 'los datos del cliente',
  'customer.name': 'el nombre del cliente',
  'customer.email': 'el correo del cliente',
  'customer.phone': 'el teléfono del cliente',
  'customer.identity_number': 'el número de identidad del cliente',
  description: 'la descripción',
  reason: 'el motivo del reembolso',
  metadata: 'los metadatos',
}

const ANSWERS: Readonly<Record<string, string>> = {
  accepted: 'aceptado',
  none: 'ninguna',
  no_answer: 'ninguna',
  lost: 'ninguna',
  unknown: 'ninguna',
  refused: 'rechazado',
}

const STATES: Readonly<Record<string, string>> = {
  paid: 'pagado',
  settled: 'liquidado',
  partially_refunded: 'reembolsado en parte',
  refunded: 'reembolsado',
  voided: 'anulado',
}

export const alertSentencesEs: AlertSentences = {
  order_paid_twice: (facts) => {
    const { charges } = facts
    const effective = charges.find(({ isEffective }) => isEffective)
    const duplicates = charges.filter((charge) => charge !== effective)
    if (!effective || duplicates.length === 0) return undefined
    const amounts = charges.map(({ amount, currency }) => moneyInWords(amount, currency, 'es'))
    return {
      what: `Se cobraron ${list(amounts)}: el pedido se cobró más de una vez.`,
      why: `El pedido está pagado con ${charged(effective)}; también se aprobó ${list(duplicates.map((charge) => charged(charge)))}, por ejemplo en dos pestañas o con un enlace anterior.`,
      todo: `Reembolse ${list(duplicates.map((charge) => `${charged(charge, { forPortal: true })}${byCommand(facts, charge)}`))}: sin ese cobro, el pedido sigue pagado.`,
    }
  },
  order_paid_other_amount: (facts) => {
    const { order, charges } = facts
    const [charge] = charges
    if (!order || !charge) return undefined
    const chargedAmounts = list(charges.map((each) => charged(each)))
    return {
      what: `El pedido es de ${money(order)}, y se cobró ${chargedAmounts}.`,
      todo: `Acuerde con el cliente la diferencia entre ${money(order)} y ${money(charge)}, o reembolse ${charged(charge, { forPortal: true })}${byCommand(facts, charge)}.`,
    }
  },
  order_paid_after_cancellation: (facts) => {
    const { charges } = facts
    const [charge] = charges
    if (!charge) return undefined
    return {
      why: `Se cobró ${list(charges.map((each) => charged(each)))}: el cliente pagó con un enlace que la pasarela todavía aceptaba.`,
      todo: `Reembolse ${list(charges.map((each) => `${charged(each, { forPortal: true })}${byCommand(facts, each)}`))}, o reactive el pedido en la tienda.`,
    }
  },
  refund_not_accepted_yet: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `La pasarela todavía no acepta el reembolso de ${what}.`,
        todo: `Puente intenta de nuevo durante dos semanas reembolsar ${money(facts)}. ${facts.words ? `Si el mensaje de la pasarela («${facts.words}») es un rechazo` : 'Si el mensaje de la pasarela es un rechazo'}, o corre prisa, pregunte a la pasarela. Puede cancelar el reembolso en espera${cancelByApi(facts)}.`,
      }
    )
  },
  refund_refused: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `La pasarela rechazó reembolsar ${what}.`,
        ...(facts.words ? { why: `Mensaje de la pasarela: «${facts.words}»` } : {}),
        todo: `Devuelva los ${money(facts)} por otra vía o pregunte a la pasarela por ${facts.charge ? chargeInWords(facts.charge, 'es', { forPortal: true }) : 'el cobro'}; después cierre la alerta.`,
      }
    )
  },
  refund_not_shown: (facts) => {
    const what = refunded(facts)
    if (what && facts.because === 'refunded_meanwhile') {
      return {
        what: `El reembolso de ${what} quizá ya está hecho. Puente espera su respuesta.`,
        why: 'La pasarela muestra un reembolso que Puente no pidió, por ejemplo uno hecho en el portal de la pasarela, o uno hecho antes de restaurar la base de datos de una copia.',
        todo: `Busque en el portal de la pasarela un reembolso de ${money(facts)}${facts.charge ? ` ${chargeAfterAmount(facts.charge, 'es', { forPortal: true })}` : ''}. Responda en la página del pedido en Puente${answerByCommand(facts)}: «Era este» si lo encuentra, o «Reembolsar de todos modos» si el reembolso de allí es otro.`,
      }
    }
    const requestsText = refundRequestsText(facts)
    return (
      what && {
        what: `No se sabe si la pasarela reembolsó ${what}.`,
        ...(requestsText ? { why: requestsText } : {}),
        todo: `Busque en el portal de la pasarela un reembolso de ${money(facts)}${facts.charge ? ` ${chargeAfterAmount(facts.charge, 'es', { forPortal: true })}` : ''}. Responda en la página del pedido en Puente${answerByCommand(facts)}: «Era este» si lo encuentra, o «Reembolsar de todos modos» si no; o cancele el reembolso${cancelByApi(facts)}. Hasta entonces Puente no lo envía otra vez, y sigue consultando el pago.`,
      }
    )
  },
  refund_outside_puente: (facts) => {
    const amount = money(facts)
    return (
      amount && {
        what: `La tienda anotó un reembolso de ${amount} que Puente no hizo.`,
        todo: `Si el cliente debe recibir los ${amount} en su tarjeta, borre la anotación y haga el reembolso con el botón de Puente; si ya los recibió de otra forma, cierre la alerta.`,
      }
    )
  },
  store_refund_not_possible: (facts) => {
    const amount = money(facts)
    const why = BECAUSE[facts.because ?? '']
    return (
      amount && {
        what: `Un reembolso de ${amount} que se anotó en la tienda no se puede hacer.`,
        ...(why ? { why: `La pasarela no reembolsó nada por él: ${why}.` } : {}),
        todo: `Compare el pedido en la tienda con el cobro. Si el cliente debe recibir los ${amount}, reembólselos por otra vía; después cierre la alerta.`,
      }
    )
  },
  payment_not_at_gateway: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `En la pasarela no está el cobro de ${what}, o allí no está pagado.`,
        ...(facts.isContradicted
          ? {
              why: 'Un evento firmado avisó del pago, pero la pasarela respondió dos veces que no cobró nada. Quizá otra persona conoce el secreto del webhook.',
              todo: `No entregue el pedido si el portal de la pasarela no muestra ${refunded(facts, { forPortal: true })} como pagado. Si no lo muestra, ponga un secreto nuevo del webhook en el portal y en Puente, y pregunte a la pasarela por el evento.`,
            }
          : {
              todo: `Busque ${refunded(facts, { forPortal: true })} en el portal de la pasarela antes de entregar el pedido o de reembolsar.`,
            }),
      }
    )
  },
  payment_differs: (facts) => {
    const what = refunded(facts)
    const differences = differencesInWords(facts, { ours: 'Puente', theirs: 'pasarela' }, 'es')
    return (
      what && {
        what: `La pasarela y Puente no coinciden en el cobro de ${what}.`,
        ...(differences ? { why: `${differences}. Volver a preguntar no lo arregló.` } : {}),
        todo: `Compare el cobro de ${refunded(facts, { forPortal: true })} en el portal de la pasarela. La alerta se cierra cuando una conciliación ya no encuentra la diferencia.`,
      }
    )
  },
  payment_without_order: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `La pasarela tiene ${what}, un pago que Puente creó y ya no conoce.`,
        todo: `Busque ${refunded(facts, { forPortal: true })} en el portal de la pasarela${facts.reference ? `; es del pedido ${facts.reference}` : ''}. Entregue el pedido o reembolse el dinero. Hasta que cierre la alerta, ese pedido no se puede cobrar otra vez.`,
      }
    )
  },
  store_disagrees: (facts) => {
    const { order } = facts
    const differences = differencesInWords(facts, { ours: 'Puente', theirs: 'tienda' }, 'es')
    return (
      order && {
        what: `El pedido ${order.name} de ${money(order)} de la tienda no coincide con Puente y la pasarela.`,
        ...(differences
          ? {
              why: `${differences}. Alguien lo cambió en la tienda a mano, o la tienda no aplicó lo que se le avisó.`,
            }
          : {}),
        todo: `Corrija el pedido ${order.name} en la tienda, o reembolse el cobro. La alerta se cierra cuando una conciliación ya no encuentra la diferencia.`,
      }
    )
  },
  order_not_in_store: ({ order }) =>
    order && {
      what: `La tienda cambió el pedido ${order.name} de ${money(order)}, que está pagado, y Puente no puede leerlo.`,
    },
  order_id_reused: ({ order }) =>
    order && {
      what: `La tienda tiene un pedido nuevo con el id del pedido ${order.name} de ${money(order)} que Puente ya conoce.`,
    },
  refund_not_in_store: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `A ${facts.platform ?? 'la tienda'} le falta el reembolso de ${what}.`,
        todo: `Anote en el pedido que el cliente ya recibió los ${money(facts)}; no los reembolse también en ${facts.platform ?? 'la tienda'}. Después cierre la alerta.`,
      }
    )
  },
  webhooks_stopped: ({ hasButtons, because }) =>
    hasButtons && {
      todo:
        because === 'bad_signatures'
          ? 'Copie el secreto de firma que el portal de la pasarela muestra junto a la dirección y péguelo en los ajustes del comercio. La pasarela envía otra vez los eventos rechazados, y la alerta se cierra.'
          : because === 'wrong_clock'
            ? 'Revise el reloj del servidor de Puente; si está bien, pregunte a la pasarela por el suyo.'
            : 'Compruebe en el portal de la pasarela que esté registrada la dirección del webhook que muestran los ajustes del comercio.',
    },
  payment_method_unknown: ({ method, command }) =>
    method &&
    command && {
      what: `Hay un pedido sin pagar con el método de pago manual «${method}», que Puente no conoce.`,
      todo: `Si es el de las tarjetas, agréguelo: ${command}\nLos pedidos que esperan se encuentran solos, y esto se cierra en un minuto. Si no, cierre la alerta; no se abre otra vez por ese nombre.`,
    },
  request_fields_refused: ({ fields }) =>
    fields.length > 0 && {
      what: `La pasarela rechazó ${list(fields.map((name) => FIELDS[name] ?? name))}, y Puente repitió la solicitud sin ${fields.length > 1 ? 'esos datos' : 'ese dato'}.`,
    },
  task_given_up: ({ meanings }) =>
    meanings && { why: `${meanings.es} El último error está en los detalles.` },
}
