import type { AlertKind } from '../../db/tables/alerts.ts'
import type { Language } from '../../locales/language.ts'
import type { AlertWording } from '../../payments/ports/platform.ts'

const es: Record<AlertKind, AlertWording> = {
  order_paid_twice: {
    what: 'El pedido se cobró más de una vez.',
    why: 'Dos pagos del mismo pedido fueron aprobados, por ejemplo en dos pestañas o con un enlace anterior.',
    todo: 'Reembolse uno de los cobros: pida un reembolso con su payment_id.',
  },
  order_paid_other_amount: {
    what: 'El pedido se pagó con otro monto u otra moneda.',
    why: 'El pedido cambió después de que el cliente abriera el pago, o el pago no es el que se pidió.',
    todo: 'Acepte la diferencia con el cliente, o reembolse el cobro.',
  },
  order_paid_after_cancellation: {
    what: 'Se cobró un pedido que la tienda había cancelado.',
    why: 'El cliente pagó con un enlace que la pasarela todavía aceptaba.',
    todo: 'Reembolse el cobro, o reactive el pedido en la tienda.',
  },
  refund_not_accepted_yet: {
    what: 'La pasarela todavía no acepta un reembolso.',
    why: 'Es demasiado pronto o tarde para reembolsar el cobro, o el procesador lo rechaza: el mensaje de la pasarela, en los detalles, dice cuál. O la pasarela no acepta la clave secreta de la tienda, o no conoce el cobro con esa clave.',
    todo: 'Puente lo intenta de nuevo durante dos semanas. Si el mensaje es un rechazo, o corre prisa, pregunte a la pasarela. Puede cancelar el reembolso en espera (POST /v1/orders/{id}/refunds/{refund_id}/cancel).',
  },
  refund_refused: {
    what: 'La pasarela rechazó un reembolso.',
    why: 'El mensaje de la pasarela está en los detalles.',
    todo: 'Devuelva el dinero por otra vía o pida ayuda a la pasarela; después cierre la alerta.',
  },
  refund_not_shown: {
    what: 'No se sabe si la pasarela hizo un reembolso.',
    why: 'La pasarela lo aceptó, o su respuesta se perdió, y el pago no lo muestra o no se puede leer; los detalles dicen cuál.',
    todo: 'Búsquelo en el portal de la pasarela y responda en la página del pedido en Puente: «Era este» si lo encuentra, o «Reembolsar de todos modos» si no. Hasta entonces Puente no lo envía otra vez, y sigue consultando el pago.',
  },
  refund_outside_puente: {
    what: 'La tienda anotó un reembolso que Puente no hizo.',
    why: 'Alguien lo anotó a mano, sin el plugin, o con la referencia de otro reembolso. La pasarela no reembolsó dinero por él.',
    todo: 'Si el cliente debe recibirlo en su tarjeta, borre la anotación y haga el reembolso con el botón de Puente. Si ya lo recibió de otra forma, cierre la alerta.',
  },
  store_refund_not_possible: {
    what: 'Un reembolso que se anotó en la tienda no se puede hacer.',
    why: 'Es más de lo que queda del cobro, el cobro ya fue reembolsado o anulado, o es de otra moneda; el motivo está en los detalles. La pasarela no reembolsó nada por él.',
    todo: 'Compare el pedido en la tienda con el cobro. Si el cliente debe recibir dinero, reembólselo por otra vía; después cierre la alerta.',
  },
  gateway_key_refused: {
    what: 'La pasarela no acepta la clave secreta de la tienda.',
    why: 'La clave fue cambiada o revocada, o es de otro entorno.',
    todo: 'Conecte la tienda de nuevo con la clave vigente.',
  },
  saved_cards_disabled: {
    what: 'La pasarela no cobra tarjetas guardadas de esta tienda.',
    why: 'El cobro con tarjetas guardadas (modalidad 3A) no está habilitado para la cuenta del comercio.',
    todo: 'Pida a la pasarela que lo habilite. No se puede arreglar en Puente ni en la tienda.',
  },
  request_fields_dropped: {
    what: 'La pasarela ignoró campos de una solicitud.',
    why: 'La pasarela no conoce los campos que están en los detalles; el pago se creó sin ellos.',
    todo: 'Actualice Puente, o pida a la pasarela que explique el cambio; después cierre la alerta.',
  },
  request_fields_refused: {
    what: 'La pasarela rechazó datos que no son del cobro, y Puente repitió la solicitud sin ellos.',
    why: 'La pasarela tiene límites propios para los campos que están en los detalles. El pago o el reembolso siguió sin ellos.',
    todo: 'No se perdió ninguna venta. Corrija el dato en su tienda si está mal, o pida a la pasarela sus límites; después cierre la alerta.',
  },
  task_given_up: {
    what: 'Puente abandonó una tarea.',
    why: 'Falló demasiadas veces, o una persona tiene que corregir la causa. El último error está en los detalles.',
    todo: 'Corrija la causa y repita la tarea (POST /v1/tasks/{id}/replay): si sale bien, la alerta se cierra sola. Si ya no hace falta, ciérrela.',
  },
  shop_unreachable: {
    what: 'La tienda no recibe los avisos de Puente.',
    why: 'Su dirección de avisos no responde o los rechaza; el último error está en los detalles.',
    todo: 'Revise la tienda. Nada se pierde: los avisos esperan, y la alerta se cierra sola cuando los reciba.',
  },
  shop_paused: {
    what: 'Los avisos a la tienda están en pausa.',
    why: 'La tienda no respondió durante dos días; el último error está en los detalles.',
    todo: 'Cuando la tienda funcione, reanude los avisos (POST /v1/notifications/resume) o conéctela de nuevo: todo lo que espera se envía, primero lo más antiguo.',
  },
  gateway_unreachable: {
    what: 'La pasarela no responde desde hace más de un minuto.',
    why: 'La pasarela o la red no funcionan; el último error está en los detalles.',
    todo: 'Si dura, pregunte a la pasarela. Puente lo comprueba cada pocos segundos. Cuando responde, hace lo que quedó en espera y la alerta se cierra sola.',
  },
  webhooks_stopped: {
    what: 'Los eventos de la pasarela ya no llegan.',
    why: 'Un pago cambió y su evento no llegó, y desde entonces no se aceptó ninguno: el secreto de firma es otro, un reloj está mal, o la dirección no está registrada. Los detalles dicen cuál.',
    todo: 'Haga lo que dice «cure» en los detalles, y después un pago de prueba o la prueba de conexión (POST /v1/webhook-health/self-test). Se cierra solo cuando se acepta otro evento, o si en una semana no falta ninguno más.',
  },
  previous_secret_in_use: {
    what: 'La pasarela todavía firma con el secreto anterior, que pronto deja de valer.',
    why: 'El secreto se cambió en Puente y no en el portal de la pasarela, o fue otro el que se cambió.',
    todo: 'Ponga en Puente el secreto que muestra el portal, o prolongue el anterior (npm run stores -- rotate webhook-secret … --until).',
  },
  payment_not_at_gateway: {
    what: 'Un pago no está en la pasarela, o allí no está pagado.',
    why: 'La tienda cambió de cuenta en la pasarela, o los datos de la pasarela cambiaron; lo que dice cada lado está en los detalles.',
    todo: 'Compare el pago en el portal de la pasarela antes de entregar el pedido o de reembolsar.',
  },
  payment_differs: {
    what: 'La pasarela y Puente no coinciden en un pago.',
    why: 'El monto, la moneda o lo reembolsado no coinciden, y volver a preguntar no lo arregló; los dos lados están en los detalles.',
    todo: 'Compare el pago en el portal de la pasarela. La alerta se cierra cuando una conciliación ya no encuentra la diferencia.',
  },
  payment_without_order: {
    what: 'La pasarela tiene un pago que Puente creó y que ya no conoce.',
    why: 'La base de datos se restauró de una copia anterior, o el pago lo creó otra instalación de Puente que cobra con la misma cuenta.',
    todo: 'Busque el pago en el portal de la pasarela; su referencia, que está en los detalles, dice de qué pedido es. Entregue el pedido o reembolse el dinero. Hasta que cierre la alerta, ese pedido no se puede cobrar otra vez.',
  },
  gateway_data_unreadable: {
    what: 'La pasarela envió datos que Puente no puede leer.',
    why: 'A un pago de la lista le falta un dato, o su tipo o su estado no es el del contrato; o un evento bien firmado no tiene un id legible, y se rechazó. Está en los detalles.',
    todo: 'Mire el pago, o los últimos intentos de entrega, en el portal y pida a la pasarela que explique el dato. Lo que decía el evento se averigua preguntando; si es un evento, cierre después la alerta.',
  },
  store_access_refused: {
    what: 'Puente no puede leer o cambiar los pedidos de la tienda.',
    why: 'Un cortafuegos o un plugin de seguridad se interpone, las claves de la tienda fueron revocadas o no bastan, la tienda está cerrada, o responde otra cosa que pedidos; los detalles dicen cuál, y desde cuándo.',
    todo: 'Dé a Puente el acceso que falta, o conecte la tienda de nuevo. Puente hace entonces lo que quedó pendiente.',
  },
  store_disagrees: {
    what: 'Un pedido de la tienda no coincide con Puente y la pasarela.',
    why: 'Alguien lo cambió en la tienda a mano, o la tienda no aplicó lo que se le avisó; los dos lados están en los detalles.',
    todo: 'Corrija el pedido en la tienda, o reembolse el cobro. La alerta se cierra cuando una conciliación ya no encuentra la diferencia.',
  },
  order_not_in_store: {
    what: 'La tienda cambió un pedido pagado, y Puente no puede leerlo.',
    why: 'Fue borrado, o es más antiguo de lo que la tienda deja ver.',
    todo: 'Mire el pedido en la tienda. Si alguien anotó allí un reembolso, el dinero no se reembolsó: reembólselo en el portal de la pasarela o por Puente (POST /v1/orders/{id}/refunds). Después cierre la alerta.',
  },
  order_id_reused: {
    what: 'La tienda tiene un pedido nuevo con el id de otro que Puente ya conoce.',
    why: 'La tienda fue restaurada de una copia, o instalada de nuevo, y reparte otra vez los mismos ids. Lo que se pagó del pedido anterior no paga el nuevo, y el nuevo no se puede cobrar.',
    todo: 'Pida al cliente que haga el pedido otra vez: recibe otro id. Si son muchos, suba el próximo id de pedido en la base de datos de la tienda por encima del mayor que Puente conoce. Del pedido anterior, cumpla o reembolse el cobro en el portal. Después cierre la alerta.',
  },
  store_data_unreadable: {
    what: 'La tienda envió datos de un pedido que Puente no puede leer.',
    why: 'A la respuesta de su dirección de pedidos le falta un dato, o un estado o un monto no es válido. Los detalles lo muestran.',
    todo: 'Corrija la respuesta de la tienda. La alerta se cierra cuando Puente la puede leer.',
  },
  store_not_compared: {
    what: 'Los pedidos de la tienda no se compararon.',
    why: 'Su dirección de pedidos no respondió varias veces seguidas; el motivo está en los detalles.',
    todo: 'Revise la tienda y concilie esos días de nuevo. Se cierra con la próxima conciliación en la que responda.',
  },
  differences_not_listed: {
    what: 'Una conciliación encontró más diferencias de las que caben en esta lista.',
    why: 'Suele ser una sola causa, como otra cuenta en la pasarela; los detalles dicen cuántas faltan aquí.',
    todo: 'Lea el informe completo (GET /v1/reconciliations/{id}?action=for_a_person, por páginas) y corrija primero la causa.',
  },
  reconciliation_failed: {
    what: 'Una conciliación no terminó.',
    why: 'La pasarela no respondió varias veces seguidas, rechazó la consulta, o pasó algo inesperado; el motivo está en los detalles.',
    todo: 'Reanúdela cuando la pasarela responda (POST /v1/reconciliations/{id}/resume), o espere: si era la de una noche, la siguiente revisa también sus días. La alerta se cierra cuando una conciliación termina con todos ellos.',
  },
  customer_data_requested: {
    what: 'Un cliente pidió una copia de sus datos.',
    why: 'La plataforma de la tienda reenvió su solicitud. Usted tiene treinta días para responder.',
    todo: 'Descargue los datos (la dirección está en los detalles), entrégueselos al cliente y cierre la alerta.',
  },
  refund_not_in_store: {
    what: 'A la tienda le falta un reembolso.',
    why: 'El dinero se reembolsó fuera de la tienda, por ejemplo en el portal de la pasarela, y Puente no puede anotarlo en ella.',
    todo: 'Anote en el pedido que el cliente ya recibió el dinero; no lo reembolse también en la tienda. Después cierre la alerta.',
  },
  payment_method_unknown: {
    what: 'Hay un pedido sin pagar con un método de pago manual que Puente no conoce.',
    why: 'El método de las tarjetas cambió de nombre en la tienda, o es otro que cobran ustedes mismos; su nombre está en los detalles.',
    todo: 'Si es el de las tarjetas, agréguelo con la orden que está en los detalles: los pedidos que esperan se encuentran solos, y esto se cierra en un minuto. Si no, cierre la alerta; no se abre otra vez por ese nombre.',
  },
  api_version_ending: {
    what: 'La versión de la API de la plataforma que usa Puente termina pronto, o la plataforma responde con otra.',
    why: 'La plataforma mantiene cada versión un tiempo; cuál es, hasta cuándo y quién la usa (Puente o los avisos de la aplicación) está en los detalles.',
    todo: 'Si es la de Puente («api»), actualice Puente; si es la de los avisos («webhooks»), publique otra vez la configuración de la aplicación. La alerta se cierra sola.',
  },
  alerts_not_delivered: {
    what: 'Los mensajes de las alertas no llegan a su destinatario.',
    why: 'El correo o la dirección de avisos no los recibe desde hace un rato; cuál es, desde cuándo y el último error está en los detalles.',
    todo: 'Corrija el canal y pruébelo (npm run alerts:test). Los avisos esperan hasta tres días y se envían solos; entonces la alerta se cierra.',
  },
}

const en: Record<AlertKind, AlertWording> = {
  order_paid_twice: {
    what: 'The order was charged more than once.',
    why: 'Two payments for the order were approved, for example in two tabs or through an older link.',
    todo: 'Refund one of the charges: request a refund with its payment_id.',
  },
  order_paid_other_amount: {
    what: 'The order was paid with a different amount or currency.',
    why: 'The order changed after the customer opened the payment page, or this payment is for something else.',
    todo: 'Agree on the difference with the customer, or refund the charge.',
  },
  order_paid_after_cancellation: {
    what: 'The customer paid an order that the shop had cancelled.',
    why: 'The customer paid through a link that the gateway still accepted.',
    todo: 'Refund the charge, or reopen the order in the shop.',
  },
  refund_not_accepted_yet: {
    what: 'The gateway does not accept a refund yet.',
    why: "It is too early or too late to refund the charge, or the processor refuses it: the gateway's message in the details says which. Or the gateway does not accept the store's secret key or does not know the charge under it.",
    todo: 'Puente retries for two weeks. If the message is a refusal, or the refund is urgent, ask the gateway. You can cancel the waiting refund (POST /v1/orders/{id}/refunds/{refund_id}/cancel).',
  },
  refund_refused: {
    what: 'The gateway refused a refund.',
    why: "The gateway's message is in the details.",
    todo: 'Refund the money in another way or ask the gateway for help; then close this alert.',
  },
  refund_not_shown: {
    what: 'Puente does not know whether the gateway made the refund.',
    why: 'The gateway accepted the refund or its answer was lost, and the payment does not show it or cannot be read. The details say which.',
    todo: "Look for the refund in the gateway's portal, then answer on the page of the order in Puente: “It was this one” if you find it, or “Refund anyway” if you do not. Until then Puente does not send it again, and keeps checking the payment.",
  },
  refund_outside_puente: {
    what: 'The store has a refund that Puente did not make.',
    why: 'The refund was entered by hand, without the plugin, or with the reference of another refund. The gateway did not refund any money for it.',
    todo: "To refund the customer's card, delete this refund and make it again with Puente's button. If the customer was refunded in another way, close this alert.",
  },
  store_refund_not_possible: {
    what: 'A refund entered in the store cannot be made.',
    why: 'It is more than what is left of the charge, the charge was already refunded or voided, or the currency differs. The reason is in the details. The gateway did not refund any money for it.',
    todo: 'Compare the order in the store with its charge. If you owe the customer money, refund it in another way. Then close this alert.',
  },
  gateway_key_refused: {
    what: "The gateway does not accept the store's secret key.",
    why: 'The key was changed or revoked, or belongs to another environment.',
    todo: 'Connect the store again with the current key.',
  },
  saved_cards_disabled: {
    what: 'The gateway does not charge saved cards of this store.',
    why: "Charging saved cards (mode 3A) is not enabled for the merchant's account.",
    todo: 'Ask the gateway to enable it. You cannot fix this in Puente or in the store.',
  },
  request_fields_dropped: {
    what: 'The gateway ignored some fields of a request.',
    why: 'The gateway does not know the fields in the details. The payment was created without them.',
    todo: 'Update Puente, or ask the gateway about the change; then close this alert.',
  },
  request_fields_refused: {
    what: 'The gateway refused fields that do not affect the charge, and Puente retried the request without them.',
    why: 'The gateway limits the fields listed in the details. The payment or refund went through without them.',
    todo: 'No sale was lost. Correct the value in your shop if it is wrong, or ask the gateway for its limits; then close this alert.',
  },
  task_given_up: {
    what: 'Puente gave up a task.',
    why: 'It failed too often, or needs a person to correct the cause. The last error is in the details.',
    todo: 'Correct the cause and replay the task (POST /v1/tasks/{id}/replay): when it succeeds, the alert closes automatically. If the task is no longer needed, close the alert.',
  },
  shop_unreachable: {
    what: "The shop does not accept Puente's notifications.",
    why: 'Its notify address does not answer or refuses them. The last error is in the details.',
    todo: 'Check the shop. Nothing is lost: the notifications wait, and this alert closes automatically when the shop accepts them.',
  },
  shop_paused: {
    what: 'Notifications to the shop are paused.',
    why: 'The shop has not answered for two days. The last error is in the details.',
    todo: 'When the shop works again, resume its notifications (POST /v1/notifications/resume) or reconnect it. Puente then sends all waiting notifications, oldest first.',
  },
  gateway_unreachable: {
    what: 'The gateway has not answered for more than a minute.',
    why: 'The gateway or the network is down. The last error is in the details.',
    todo: 'If it lasts, ask the gateway. Puente checks every few seconds. When the gateway answers, Puente completes the waiting tasks and this alert closes automatically.',
  },
  webhooks_stopped: {
    what: "The gateway's events no longer arrive.",
    why: 'A payment changed, its event did not arrive, and none has been accepted since. The signing secret differs, a clock is wrong, or the address is not registered. The details say which.',
    todo: 'Follow `cure` in the details. Then make a test payment or run the connection test (POST /v1/webhook-health/self-test). The alert closes automatically when an event is accepted again, or when no other event is missing for a week.',
  },
  previous_secret_in_use: {
    what: 'The gateway still signs with the previous secret, which expires soon.',
    why: "The secret was changed in Puente but not in the gateway's portal, or a different one was set there.",
    todo: 'Copy the secret that the portal shows into Puente, or extend the previous one (npm run stores -- rotate webhook-secret … --until).',
  },
  payment_not_at_gateway: {
    what: 'A payment is missing at the gateway, or is not paid there.',
    why: "The store changed its gateway account, or the gateway's data changed. The details show both sides.",
    todo: "Check the payment in the gateway's portal before you deliver the order or make a refund.",
  },
  payment_differs: {
    what: 'The gateway and Puente disagree about a payment.',
    why: 'The amount, currency or refunded amount differs, and asking again did not fix it. The details show both sides.',
    todo: "Check the payment in the gateway's portal. The alert closes when a reconciliation no longer finds the difference.",
  },
  payment_without_order: {
    what: 'The gateway has a payment that Puente created but no longer knows.',
    why: 'The database was restored from an older backup, or another Puente installation with the same gateway account created the payment.',
    todo: "Find the payment in the gateway's portal; its reference in the details identifies the order. Deliver the order or refund the money. Until you close the alert, that order cannot be charged again.",
  },
  gateway_data_unreadable: {
    what: 'The gateway sent data that Puente cannot read.',
    why: 'A payment lacks a value, or has an unknown type or state; or Puente refused a correctly signed event because its id cannot be read. The details show it.',
    todo: "Look at the payment or the last delivery attempts in the gateway's portal, and ask the gateway about the value. Puente asks the gateway for what the event reported. If the alert is about an event, close it then.",
  },
  store_access_refused: {
    what: "Puente cannot read or change the store's orders.",
    why: "A firewall or security plugin blocks Puente, the store's keys were revoked or lack permissions, the store is closed, or it does not answer with orders. The details say which, and since when.",
    todo: 'Grant Puente the missing access, or reconnect the store. Puente then completes the waiting tasks automatically.',
  },
  store_disagrees: {
    what: "The store's order differs from Puente and the gateway.",
    why: 'Someone changed the order in the store, or the store did not apply a notification. The details show both sides.',
    todo: 'Correct the order in the store, or refund the charge. The alert closes when a reconciliation no longer finds the difference.',
  },
  order_not_in_store: {
    what: 'The store changed a paid order that Puente cannot read.',
    why: 'It was deleted, or is older than the orders that the store shows to Puente.',
    todo: "Check the order in the store. If someone entered a refund there, the customer has not received the money: refund it in the gateway's portal or through Puente (POST /v1/orders/{id}/refunds). Then close this alert.",
  },
  order_id_reused: {
    what: 'The store has a new order with the id of an earlier order.',
    why: 'The store was restored from a backup or rebuilt, and reuses ids. Payments for the earlier order do not count for the new one, and Puente does not charge the new one.',
    todo: "Ask the customer to order again, so the order gets another id. If there are many, raise the next order id in the store's database above the highest id that Puente knows. Deliver the earlier order, or refund its charge in the gateway's portal. Then close this alert.",
  },
  store_data_unreadable: {
    what: 'The store sent order data that Puente cannot read.',
    why: 'The answer of its orders address lacks a value, or a status or amount is not valid. The details show it.',
    todo: "Correct the store's answer. The alert closes when Puente can read it.",
  },
  store_not_compared: {
    what: "The store's orders were not compared.",
    why: 'Its orders address failed to answer several times in a row. The reason is in the details.',
    todo: 'Check the store, then reconcile those days again. The alert closes with the next reconciliation in which the store answers.',
  },
  differences_not_listed: {
    what: 'A reconciliation found more differences than this list can show.',
    why: 'Usually they have one cause, such as a different gateway account. The details say how many are not listed.',
    todo: 'Read the full report (GET /v1/reconciliations/{id}?action=for_a_person, in pages), and correct the cause first.',
  },
  reconciliation_failed: {
    what: 'A reconciliation did not finish.',
    why: 'The gateway failed to answer several times in a row or refused the request, or an unexpected error occurred. The reason is in the details.',
    todo: 'When the gateway answers, resume it (POST /v1/reconciliations/{id}/resume). A nightly run needs nothing: the next one covers its days too. The alert closes when a reconciliation has covered all of them.',
  },
  customer_data_requested: {
    what: 'A customer asked for a copy of their data.',
    why: "The store's platform forwarded the request. You have thirty days to answer.",
    todo: 'Download the data (the address is in the details), send it to the customer, and close this alert.',
  },
  refund_not_in_store: {
    what: 'A refund is missing in the store.',
    why: "The money was refunded outside the store, for example in the gateway's portal, and Puente cannot enter it in the store.",
    todo: 'Add a note to the order that the customer was refunded, and do not refund it again in the store. Then close this alert.',
  },
  payment_method_unknown: {
    what: 'An unpaid order has a manual payment method that Puente does not know.',
    why: 'The method for card payments was renamed in the store, or you collect this method yourself. Its name is in the details.',
    todo: 'If it is for card payments, add it with the command in the details: Puente then finds the waiting orders, and this alert closes within a minute. If not, close this alert. It does not open again for that name.',
  },
  api_version_ending: {
    what: "The platform's API version that Puente uses ends soon, or the platform answers with a different one.",
    why: "The platform supports each version for a limited time. The details show the version, its end, and what uses it (Puente or the app's webhooks).",
    todo: "If Puente uses it (`api`), update Puente. If the webhooks use it, deploy the app's configuration again. The alert closes automatically.",
  },
  alerts_not_delivered: {
    what: 'Alert messages are not delivered.',
    why: 'The e-mail server or alert address has refused them for a while. The details show which one, since when, and its last error.',
    todo: 'Correct the channel and test it (npm run alerts:test). The messages wait for up to three days. When they are sent, this alert closes.',
  },
}

/** Returns the general text of an alert kind, without the facts of a case. */
export const alertWording = (kind: AlertKind, locale: Language): AlertWording =>
  (locale === 'es' ? es : en)[kind]
