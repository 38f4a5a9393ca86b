import type { AlertKind } from '../../db/tables/alerts.ts'
import type { Locale } from '../../db/tables/stores.ts'
import type { AlertWording } from '../../payments/ports/platform.ts'

const es: Record<AlertKind, AlertWording> = {
  order_paid_twice: {
    what: 'El pedido se cobró más de una vez.',
    why: 'Dos pagos del mismo pedido fueron aprobados, por ejemplo en dos pestañas o con un enlace anterior.',
    todo: 'Devuelva uno de los cobros con un reembolso que indique su payment_id.',
  },
  order_paid_other_amount: {
    what: 'El pedido se pagó con otro monto u otra moneda.',
    why: 'El pedido cambió después de que el cliente abriera el pago, o el pago no es el que se pidió.',
    todo: 'Acepte la diferencia con el cliente, o reembolse el cobro.',
  },
  order_paid_after_cancellation: {
    what: 'Se cobró un pedido que la tienda había cancelado.',
    why: 'El cliente pagó con un enlace que todavía era válido en la pasarela.',
    todo: 'Devuelva el cobro, o reactive el pedido en la tienda.',
  },
  refund_not_accepted_yet: {
    what: 'La pasarela todavía no acepta un reembolso.',
    why: 'Es demasiado pronto o tarde para reembolsar el cobro, o el procesador lo rechaza: la pasarela responde lo mismo a las dos cosas, y solo sus palabras, en los detalles, dicen cuál. O no acepta la clave, o no conoce el cobro con esa clave.',
    todo: 'Puente lo intenta de nuevo durante dos semanas. Si las palabras son un rechazo, o corre prisa, pregunte a la pasarela; lo que espera se puede cancelar (POST /v1/orders/{id}/refunds/{refund_id}/cancel).',
  },
  refund_refused: {
    what: 'La pasarela rechazó un reembolso.',
    why: 'Las palabras de la pasarela están en los detalles.',
    todo: 'Devuelva el dinero por otra vía o pida ayuda a la pasarela; después cierre la alerta.',
  },
  refund_not_shown: {
    what: 'No se sabe si la pasarela hizo un reembolso.',
    why: 'La pasarela lo aceptó, o su respuesta se perdió, y el pago no lo muestra o no se puede leer; los detalles dicen cuál.',
    todo: 'Búsquelo en el portal de la pasarela y responda en la página del pedido en Puente: «Era este» si está allí, o «Reembolsar de todos modos» si no está. Hasta entonces Puente no lo envía otra vez y sigue preguntando.',
  },
  refund_outside_puente: {
    what: 'La tienda anotó un reembolso que Puente no hizo.',
    why: 'Alguien lo anotó a mano, sin el plugin, o con la referencia de otro reembolso: la pasarela no reembolsó ese dinero por este medio.',
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
    todo: 'Pida a la pasarela que lo habilite: ningún dato de la solicitud lo arregla.',
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
    what: 'Puente dejó de intentar una tarea.',
    why: 'Falló demasiadas veces, o nadie más que una persona puede arreglarlo; el último error está en los detalles.',
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
    todo: 'Si dura, pregunte a la pasarela. Puente mira cada pocos segundos si responde, hace entonces lo que espera, y la alerta se cierra sola.',
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
    what: 'Un pago que Puente conoce no está en la pasarela, o allí no está pagado.',
    why: 'La tienda cambió de cuenta en la pasarela, o los datos de la pasarela cambiaron; lo que dice cada lado está en los detalles.',
    todo: 'Compare el pago en el portal de la pasarela antes de entregar el pedido o de reembolsar.',
  },
  payment_differs: {
    what: 'La pasarela y Puente no tienen lo mismo de un pago.',
    why: 'El monto, la moneda o lo reembolsado no coinciden, y volver a preguntar no lo arregló; los dos lados están en los detalles.',
    todo: 'Compare el pago en el portal de la pasarela. La alerta se cierra cuando una conciliación ya no lo encuentra.',
  },
  payment_without_order: {
    what: 'La pasarela tiene un pago que Puente creó y ya no conoce.',
    why: 'La base de datos se restauró de una copia anterior, o el pago lo creó otra instalación de Puente que cobra con la misma cuenta.',
    todo: 'Busque el pago en el portal de la pasarela; su referencia, que está en los detalles, dice de qué pedido es. Entregue el pedido o reembolse el dinero. Hasta que cierre la alerta, ese pedido no se puede cobrar otra vez.',
  },
  gateway_data_unreadable: {
    what: 'La pasarela mostró datos que Puente no entiende.',
    why: 'A un pago de la lista le falta un dato, o su tipo o su estado no es el del contrato; o un evento bien firmado no tiene un id legible, y se rechazó. Está en los detalles.',
    todo: 'Mire el pago, o los últimos intentos de entrega, en el portal y pida a la pasarela que explique el dato. Lo que decía el evento se averigua preguntando; si es un evento, cierre después la alerta.',
  },
  store_access_refused: {
    what: 'La tienda no deja que Puente lea o cambie sus pedidos.',
    why: 'Un cortafuegos o un plugin de seguridad se interpone, las claves de la tienda fueron revocadas o no bastan, la tienda está cerrada, o responde otra cosa que pedidos; los detalles dicen cuál, y desde cuándo.',
    todo: 'Dé a Puente el acceso que falta, o conecte la tienda de nuevo. Lo que quedó pendiente se hace entonces por sí solo.',
  },
  store_disagrees: {
    what: 'La tienda tiene un pedido de otra manera que Puente y la pasarela.',
    why: 'Alguien lo cambió en la tienda a mano, o la tienda no aplicó lo que se le avisó; los dos lados están en los detalles.',
    todo: 'Corrija el pedido en la tienda, o reembolse el cobro. La alerta se cierra cuando una conciliación ya no lo encuentra.',
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
    what: 'La tienda dice de un pedido algo que Puente no entiende.',
    why: 'A lo que responde su dirección de pedidos le falta un dato, o el estado o un monto no es de los acordados; está en los detalles.',
    todo: 'Corrija la respuesta de la tienda. La alerta se cierra cuando Puente la entiende.',
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
    what: 'Un cliente pidió saber qué datos se guardan de él.',
    why: 'La plataforma de la tienda transmitió su solicitud; la tienda tiene treinta días para responder.',
    todo: 'Descargue los datos (la dirección está en los detalles), entrégueselos al cliente y cierre la alerta.',
  },
  refund_not_in_store: {
    what: 'La tienda no sabe de un reembolso.',
    why: 'El dinero se reembolsó sin que la tienda lo pidiera, por ejemplo en el portal de la pasarela, y Puente no puede anotarlo allí.',
    todo: 'Anote en el pedido que el cliente ya recibió el dinero; no lo reembolse también en la tienda. Después cierre la alerta.',
  },
  payment_method_unknown: {
    what: 'Hay un pedido sin pagar con un método de pago manual que Puente no conoce.',
    why: 'El método de las tarjetas cambió de nombre en la tienda, o es otro que cobran ustedes mismos; su nombre está en los detalles.',
    todo: 'Si es el de las tarjetas, agréguelo con la orden que está en los detalles: los pedidos que esperan se encuentran solos, y esto se cierra en un minuto. Si no, cierre la alerta; no se abre otra vez por ese nombre.',
  },
  api_version_ending: {
    what: 'La versión de la API de la plataforma con la que se habla termina pronto, o responde otra.',
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
    why: 'Two payments of one order were approved, for example in two tabs or by an older link.',
    todo: 'Give one of the charges back: a refund that names its payment_id.',
  },
  order_paid_other_amount: {
    what: 'The order was paid with another amount or currency.',
    why: 'The order changed after the customer had opened the payment, or it is not the payment that was asked for.',
    todo: 'Agree on the difference with the customer, or refund the charge.',
  },
  order_paid_after_cancellation: {
    what: 'An order that the shop had cancelled was charged.',
    why: 'The customer paid by a link that was still good at the gateway.',
    todo: 'Refund the charge, or take the order up again in the shop.',
  },
  refund_not_accepted_yet: {
    what: 'The gateway does not accept a refund yet.',
    why: 'It is too early or too late to refund the charge, or the processor refuses: the gateway answers both alike, and only its words, in the details, tell which. Or it does not accept the key, or does not know the charge by this key.',
    todo: 'Puente tries again for two weeks. If the words are a refusal, or it is urgent, ask the gateway; what waits can be cancelled (POST /v1/orders/{id}/refunds/{refund_id}/cancel).',
  },
  refund_refused: {
    what: 'The gateway refused a refund.',
    why: 'The words of the gateway are in the details.',
    todo: 'Refund the money in another way or ask the gateway for help; then close this alert.',
  },
  refund_not_shown: {
    what: 'It is not known whether the gateway has made the refund.',
    why: 'It accepted the refund, or its answer was lost, and the payment does not show it or cannot be read; the details say which.',
    todo: "Look for it in the gateway's portal and answer on the page of the order in Puente: “It was this one” if it is there, or “Refund anyway” if it is not. Puente does not send it again before that, and goes on asking.",
  },
  refund_outside_puente: {
    what: 'The store has a refund that Puente did not make.',
    why: 'Somebody wrote it down by hand, without the plugin, or with the reference of another refund: the gateway gave nothing back for it.',
    todo: 'If the customer is to get it on the card, delete that refund and make it with the button of Puente. If the customer has it in another way, close this alert.',
  },
  store_refund_not_possible: {
    what: 'A refund that was entered in the store cannot be made.',
    why: 'It is more than what is left of the charge, the charge was refunded or voided already, or it is in another currency; the reason is in the details. The gateway has given nothing back for it.',
    todo: 'Compare the order in the store with its charge. If the customer is to get money, refund it in another way; then close this alert.',
  },
  gateway_key_refused: {
    what: "The gateway does not accept the store's secret key.",
    why: 'The key was changed or revoked, or belongs to another environment.',
    todo: 'Connect the store again with the key that is valid now.',
  },
  saved_cards_disabled: {
    what: 'The gateway does not charge saved cards of this store.',
    why: "Charging saved cards (mode 3A) is not enabled for the merchant's account.",
    todo: 'Ask the gateway to enable it: no field of a request puts it right.',
  },
  request_fields_dropped: {
    what: 'The gateway ignored fields of a request.',
    why: 'It does not know the fields in the details; the payment was created without them.',
    todo: 'Update Puente, or ask the gateway about the change; then close this alert.',
  },
  request_fields_refused: {
    what: 'The gateway refused fields that do not affect the charge, and Puente retried the request without them.',
    why: 'The gateway limits the fields listed in the details. The payment or refund went through without them.',
    todo: 'No sale was lost. Correct the value in your shop if it is wrong, or ask the gateway for its limits; then close this alert.',
  },
  task_given_up: {
    what: 'Puente has stopped trying a task.',
    why: 'It failed too often, or only a person can put it right; the last error is in the details.',
    todo: 'Correct the cause and replay the task (POST /v1/tasks/{id}/replay): when that succeeds, the alert closes by itself. If it is not needed any more, close it.',
  },
  shop_unreachable: {
    what: 'The shop does not take the messages of Puente.',
    why: 'Its notify address does not answer, or refuses them; the last error is in the details.',
    todo: 'Look after the shop. Nothing is lost: the messages wait, and this problem closes by itself when they are taken.',
  },
  shop_paused: {
    what: 'The messages to the shop are paused.',
    why: 'The shop has not answered for two days; the last error is in the details.',
    todo: 'When the shop works again, resume its messages (POST /v1/notifications/resume) or connect it anew: everything that waits is sent, the oldest first.',
  },
  gateway_unreachable: {
    what: 'The gateway has not answered for more than a minute.',
    why: 'The gateway or the network does not work; the last error is in the details.',
    todo: 'If it lasts, ask the gateway. Puente looks every few seconds whether it answers, then does what waits, and this problem closes by itself.',
  },
  webhooks_stopped: {
    what: "The gateway's events do not arrive any more.",
    why: 'A payment changed, its event did not come, and none was accepted since: the signing secret is another one, a clock is wrong, or the address is not registered. The details say which.',
    todo: 'Do what `cure` in the details says; then make a test payment, or run the connection test (POST /v1/webhook-health/self-test). It closes by itself when an event is accepted again, or when no further one is missing for a week.',
  },
  previous_secret_in_use: {
    what: 'The gateway still signs with the previous secret, which soon ends.',
    why: "The secret was changed in Puente and not in the gateway's portal, or it was another one that was changed there.",
    todo: 'Give Puente the secret that the portal shows, or prolong the previous one (npm run stores -- rotate webhook-secret … --until).',
  },
  payment_not_at_gateway: {
    what: 'A payment that Puente knows is not at the gateway, or is not paid there.',
    why: 'The store has changed its gateway account, or the data of the gateway changed; what each side says is in the details.',
    todo: "Compare the payment in the gateway's portal before you deliver the order or make a refund.",
  },
  payment_differs: {
    what: 'The gateway and Puente do not have the same of a payment.',
    why: 'Amount, currency or what was refunded differ, and asking again did not put it right; both sides are in the details.',
    todo: "Compare the payment in the gateway's portal. The alert closes when a reconciliation does not find it any more.",
  },
  payment_without_order: {
    what: 'The gateway has a payment that Puente made and does not know any more.',
    why: 'The database was restored from an older copy, or another installation of Puente that uses the same account made the payment.',
    todo: "Find the payment in the gateway's portal; its reference in the details identifies the order. Deliver the order or refund the money. Until you close the alert, that order cannot be charged again.",
  },
  gateway_data_unreadable: {
    what: 'The gateway showed data that Puente does not understand.',
    why: 'A payment of its list lacks a value, or a type or a state is not that of the contract; or a rightly signed event has no id that can be read, and was refused. It is in the details.',
    todo: 'Look at the payment, or at the last delivery attempts, in the portal, and ask the gateway about the value. What the event told is found out by asking; if it is about an event, close this alert then.',
  },
  store_access_refused: {
    what: 'The store does not let Puente read or change its orders.',
    why: 'A firewall or a security plugin is in the way, the keys of the store were revoked or do not suffice, the store is closed, or it answers something else than orders; the details say which, and since when.',
    todo: 'Give Puente the access that is missing, or connect the store anew. What is left to do is then done by itself.',
  },
  store_disagrees: {
    what: 'The store has an order in another way than Puente and the gateway.',
    why: 'Somebody changed it in the store by hand, or the store did not apply what it was notified of; both sides are in the details.',
    todo: 'Correct the order in the store, or refund the charge. The alert closes when a reconciliation does not find it any more.',
  },
  order_not_in_store: {
    what: 'The store changed a paid order, and Puente cannot read it.',
    why: 'It was deleted, or is older than what the store lets us see.',
    todo: "Look at the order in the store. If somebody entered a refund there, the money did not go back: refund it in the gateway's portal or by Puente (POST /v1/orders/{id}/refunds). Then close this alert.",
  },
  order_id_reused: {
    what: 'The store has a new order with the id of another one that Puente knows.',
    why: 'The store was restored from a backup, or built anew, and gives the same ids out again. What was paid for the earlier order does not pay the new one, and the new one cannot be charged.',
    todo: "Have the customer place the order again: it gets another id. If there are many, raise the next order id in the store's database above the highest that Puente knows. Deliver the earlier order, or refund its charge in the portal. Then close this alert.",
  },
  store_data_unreadable: {
    what: 'The store says something of an order that Puente does not understand.',
    why: 'What its orders address answers lacks a value, or the status or an amount is none that was agreed; it is in the details.',
    todo: "Correct the store's answer. The alert closes when Puente understands it.",
  },
  store_not_compared: {
    what: "The store's orders were not compared.",
    why: 'Its orders address did not answer several times in a row; the reason is in the details.',
    todo: 'Look after the store, and reconcile those days again. It closes with the next reconciliation in which the store answers.',
  },
  differences_not_listed: {
    what: 'A reconciliation found more differences than this list has room for.',
    why: 'It is mostly one cause, such as another account at the gateway; the details say how many are missing here.',
    todo: 'Read the whole report (GET /v1/reconciliations/{id}?action=for_a_person, in pages), and correct the cause first.',
  },
  reconciliation_failed: {
    what: 'A reconciliation did not finish.',
    why: 'The gateway did not answer several times in a row, refused the request, or something unexpected happened; the reason is in the details.',
    todo: 'Resume it when the gateway answers (POST /v1/reconciliations/{id}/resume), or wait: if it was that of a night, the next one goes over its days, too. The alert closes when a reconciliation has gone through all of them.',
  },
  customer_data_requested: {
    what: 'A customer asked what data is kept about them.',
    why: "The store's platform passed the request on; the shop has thirty days to answer.",
    todo: 'Download the data (its address is in the details), hand it to the customer, and close this alert.',
  },
  refund_not_in_store: {
    what: 'The store does not know of a refund.',
    why: "The money was refunded without the store's asking, for example in the gateway's portal, and Puente cannot enter it there.",
    todo: 'Note at the order that the customer has the money; do not refund it in the store as well. Then close this alert.',
  },
  payment_method_unknown: {
    what: 'An unpaid order has a manual payment method that Puente does not know.',
    why: 'The method for cards was renamed in the store, or it is another one whose money you take yourselves; its name is in the details.',
    todo: 'If it is the one for cards, add it by the command in the details: the orders that wait are found by themselves, and this closes within a minute. If not, close this alert; it does not open again for that name.',
  },
  api_version_ending: {
    what: "The version of the platform's API that is spoken ends soon, or another one answers.",
    why: 'The platform keeps each version for a while; which one it is, until when, and who uses it (Puente or the webhooks of the app) is in the details.',
    todo: 'If it is that of Puente (`api`), update Puente; if it is that of the webhooks, deploy the configuration of the app anew. The alert closes by itself.',
  },
  alerts_not_delivered: {
    what: 'Alerts do not reach whom they are for.',
    why: 'The e-mail server or the address for alerts has not taken them for a while; which one, since when and its last error are in the details.',
    todo: 'Put the channel right and test it (npm run alerts:test). The messages wait for up to three days and are sent by themselves; then this closes.',
  },
}

export const alertWording = (kind: AlertKind, locale: Locale): AlertWording =>
  (locale === 'es' ? es : en)[kind]
