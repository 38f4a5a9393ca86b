import { textsBeside } from '../../app/language.tsx'

const en = {
  health: {
    title: 'Health',
    store: 'Store',
    allStores: 'All',
    installation: {
      noWrites:
        'The database is full or read-only: Puente cannot save payments or refunds. The gateway repeats its events, so nothing is lost. Ask your Puente administrator.',
      stuck: 'The worker makes no progress. Ask your Puente administrator.',
      keys: 'Sealing keys are missing: some secrets cannot be opened. Ask your Puente administrator.',
      redis: 'Redis does not answer: refunds and other tasks wait. Ask your Puente administrator.',
    },
    none: 'There is no store yet.',
    summary: (stores: number, failing: number) => {
      if (failing > 0) {
        return stores === 1
          ? 'The store needs attention.'
          : failing === 1
            ? `1 of ${stores} stores needs attention. It is listed first.`
            : `${failing} of ${stores} stores need attention. They are listed first.`
      }
      return stores === 1 ? 'Everything works.' : `All ${stores} stores work.`
    },
    alerts: (count: number) => (count === 1 ? '1 open alert' : `${count} open alerts`),
    gateway: 'Gateway account',
    storefront: 'Storefront',
    availability: {
      closed: 'Answers',
      failing: 'Fails',
      open: 'Does not answer',
      half_open: 'Being tried',
      paused: 'Paused',
    },
    availabilityMeans: {
      closed: 'Accepting requests.',
      failing: 'Recent requests failed. Puente keeps trying.',
      open: 'Puente pauses its requests and retries automatically. Nothing is lost.',
      half_open: 'One task checks whether it answers again; the others follow.',
      paused:
        'It failed for so long that Puente paused. Nothing is lost: choose “Try now” to send everything.',
    },
    since: 'Began',
    until: 'Next try',
    waiting: 'Waiting',
    waitingCount: (orders: number, tasks: number) =>
      `${orders === 1 ? '1 order' : `${orders} orders`}, ${tasks === 1 ? '1 task' : `${tasks} tasks`}`,
    lastError: 'Last answer',
    tryNow: 'Try now',
    tried: 'Puente is trying now. Waiting tasks follow as soon as it answers.',
    webhooks: 'Webhooks of the gateway',
    webhookStates: {
      arriving: 'Arriving',
      refused: 'Last one refused',
      failing: 'Not arriving',
      not_known: 'None yet',
    },
    nothingArrived:
      'None so far. The first arrives with the first payment if the webhook address is registered at the gateway.',
    lastAccepted: 'Last accepted',
    lastRefused: 'Last refused',
    refusals: {
      missing: 'not signed',
      malformed: 'signature not readable',
      wrong: 'signed with another secret',
      'too-old': 'signed too long ago',
      'from-the-future': 'signed in the future',
      'former-secret': 'signed with a former secret of this store',
      'other-store': 'signed with the secret of another store',
    } as Record<string, string>,
    test: 'Test connection',
    tested: 'The test has ended.',
    passed: {
      true: 'Webhooks arrive: the test event came through, and the gateway’s events do too.',
      false: 'Webhooks do not arrive as they should.',
      null: 'The test event came through. The gateway has not sent an event yet.',
    },
    stages: {
      dns: 'Name found',
      connection: 'Connected',
      tls: 'Encrypted',
      answer: 'Answered',
      signature: 'Signature right',
      inbox: 'Written down',
      worker: 'Handled',
    },
    stageStates: { passed: 'passed', stopped: 'stopped here', unknown: 'not reached' },
    /** Fallback if the server's text is in another language than the reader's. */
    verdicts: {
      arriving: 'The gateway’s events arrive.',
      failing: 'The gateway’s events do not arrive.',
      not_known: 'No events and no changed payments yet.',
      refused:
        'Deliveries are refused: their signature does not match the stored signing secret. If the gateway sent them, copy the signing secret from its portal into the store settings.',
      wrong_secret:
        'The gateway signs with a different secret. Copy the signing secret from the gateway’s portal into the store settings.',
      clock:
        'The clock of this server and that of the gateway differ. Set the clock of this server.',
      nothing_arrives:
        'Payments changed, but no event arrived. Enter the address below in the gateway’s portal.',
    },
    evidence: 'Deliveries from the gateway',
    acceptedInDay: 'Accepted in 24 hours',
    refusedInDay: 'Refused in 24 hours',
    neverCame: 'Changes without an event',
    secondsOff: (seconds: number) =>
      seconds >= 0 ? `${seconds} s before our time` : `${-seconds} s after our time`,
    warnings: {
      not_https: 'The gateway delivers to https addresses only.',
      not_public: 'The gateway reaches public addresses only; this one is not.',
    },
    storeSettings: 'Open the store settings',
    took: (ms: number) => `took ${ms} ms`,
    queue: 'Queue',
    queueStates: { moving: 'Up to date', late: 'Late', given_up: 'Given up' },
    nothingWaits: 'Nothing waits.',
    oldestEvent: 'Oldest waiting event',
    oldestTask: 'Oldest due task',
    deadTasks: 'Tasks given up',
    reconciliation: 'Last reconciliation',
    runStates: {
      none: 'None yet',
      running: 'Under way',
      stopped: 'Stopped',
      done: 'Done',
      failed: 'Failed',
    },
    noRun: 'The first one runs tonight.',
    began: 'Began',
    ended: 'Ended',
    found: 'What it found',
    hide: 'Hide',
    days: 'Days',
    paymentsCompared: 'Payments compared',
    ordersCompared: 'Orders compared',
    repaired: 'Repaired',
    forPerson: 'For a person',
    report: 'Report',
    openReport: 'Open the report',
  },
}

const es: typeof en = {
  health: {
    title: 'Estado',
    store: 'Comercio',
    allStores: 'Todos',
    installation: {
      noWrites:
        'La base de datos está llena o es de solo lectura: Puente no puede guardar pagos ni reembolsos. La pasarela repite sus eventos, así que nada se pierde. Pregunte a su administrador de Puente.',
      stuck: 'El proceso que hace las tareas no avanza. Pregunte a su administrador de Puente.',
      keys: 'Faltan claves de sellado: algunos secretos no se pueden abrir. Pregunte a su administrador de Puente.',
      redis:
        'Redis no responde: los reembolsos y otras tareas esperan. Pregunte a su administrador de Puente.',
    },
    none: 'Todavía no hay ningún comercio.',
    summary: (stores, failing) => {
      if (failing > 0) {
        return stores === 1
          ? 'El comercio necesita una revisión.'
          : failing === 1
            ? `1 de ${stores} comercios necesita una revisión. Aparece primero.`
            : `${failing} de ${stores} comercios necesitan una revisión. Aparecen primero.`
      }
      return stores === 1 ? 'Todo funciona.' : `Todo funciona en los ${stores} comercios.`
    },
    alerts: (count) => (count === 1 ? '1 alerta abierta' : `${count} alertas abiertas`),
    gateway: 'Cuenta en la pasarela',
    storefront: 'Tienda',
    availability: {
      closed: 'Responde',
      failing: 'Falla',
      open: 'No responde',
      half_open: 'Se prueba',
      paused: 'En pausa',
    },
    availabilityMeans: {
      closed: 'Acepta lo que Puente envía.',
      failing: 'Hubo fallas hace poco. Puente sigue intentando.',
      open: 'Puente hace una pausa y reintenta automáticamente. Nada se pierde.',
      half_open: 'Una tarea prueba si ya responde; las demás siguen.',
      paused:
        'Falló tanto tiempo que Puente hizo una pausa. Nada se pierde: elija «Intentar ahora» para enviarlo todo.',
    },
    since: 'Empezó',
    until: 'Próximo intento',
    waiting: 'En espera',
    waitingCount: (orders, tasks) =>
      `${orders === 1 ? '1 pedido' : `${orders} pedidos`}, ${tasks === 1 ? '1 tarea' : `${tasks} tareas`}`,
    lastError: 'Última respuesta',
    tryNow: 'Intentar ahora',
    tried: 'Puente lo intenta ahora. Las tareas en espera siguen en cuanto responda.',
    webhooks: 'Webhooks de la pasarela',
    webhookStates: {
      arriving: 'Llegan',
      refused: 'Último rechazado',
      failing: 'No llegan',
      not_known: 'Ninguno aún',
    },
    nothingArrived:
      'Ninguno todavía. El primero llega con el primer pago, si la dirección del webhook está registrada en la pasarela.',
    lastAccepted: 'Último aceptado',
    lastRefused: 'Último rechazado',
    refusals: {
      missing: 'sin firma',
      malformed: 'firma ilegible',
      wrong: 'firmado con otro secreto',
      'too-old': 'firmado hace demasiado',
      'from-the-future': 'firmado en el futuro',
      'former-secret': 'firmado con un secreto anterior de este comercio',
      'other-store': 'firmado con el secreto de otro comercio',
    },
    test: 'Probar la conexión',
    tested: 'La prueba terminó.',
    passed: {
      true: 'Los webhooks llegan: el evento de prueba llegó, y los de la pasarela también.',
      false: 'Los webhooks no llegan como deben.',
      null: 'El evento de prueba llegó. La pasarela todavía no ha enviado ninguno.',
    },
    stages: {
      dns: 'Nombre encontrado',
      connection: 'Conectado',
      tls: 'Cifrado',
      answer: 'Respondido',
      signature: 'Firma correcta',
      inbox: 'Anotado',
      worker: 'Atendido',
    },
    stageStates: { passed: 'pasó', stopped: 'se detuvo aquí', unknown: 'sin llegar' },
    verdicts: {
      arriving: 'Los eventos de la pasarela llegan.',
      failing: 'Los eventos de la pasarela no llegan.',
      not_known: 'Todavía no hay eventos ni pagos que hayan cambiado.',
      refused:
        'Se rechazan entregas: su firma no corresponde al secreto que tiene Puente. Si son de la pasarela, copie el secreto de firma en su portal y péguelo en los ajustes del comercio.',
      wrong_secret:
        'La pasarela firma con otro secreto que el que tiene Puente. Copie el secreto de firma en el portal de la pasarela y péguelo en los ajustes del comercio.',
      clock:
        'El reloj de este servidor y el de la pasarela no coinciden. Ajuste el reloj de este servidor.',
      nothing_arrives:
        'Hubo cambios en pagos y no llegó ningún evento. Escriba la dirección de abajo en el portal de la pasarela.',
    },
    evidence: 'Entregas de la pasarela',
    acceptedInDay: 'Aceptados en 24 horas',
    refusedInDay: 'Rechazados en 24 horas',
    neverCame: 'Cambios sin evento',
    secondsOff: (seconds) =>
      seconds >= 0 ? `${seconds} s antes de nuestra hora` : `${-seconds} s después de nuestra hora`,
    warnings: {
      not_https: 'La pasarela solo entrega a direcciones https.',
      not_public: 'La pasarela solo alcanza direcciones públicas; esta no lo es.',
    },
    storeSettings: 'Ajustes del comercio',
    took: (ms) => `tomó ${ms} ms`,
    queue: 'Cola',
    queueStates: { moving: 'Al día', late: 'Atrasada', given_up: 'Abandonadas' },
    nothingWaits: 'Nada espera.',
    oldestEvent: 'Evento más antiguo en espera',
    oldestTask: 'Tarea más antigua por hacer',
    deadTasks: 'Tareas abandonadas',
    reconciliation: 'Última conciliación',
    runStates: {
      none: 'Ninguna aún',
      running: 'En curso',
      stopped: 'Detenida',
      done: 'Terminada',
      failed: 'Fallida',
    },
    noRun: 'La primera se hará esta noche.',
    began: 'Empezó',
    ended: 'Terminó',
    found: 'Qué encontró',
    hide: 'Ocultar',
    days: 'Días',
    paymentsCompared: 'Pagos comparados',
    ordersCompared: 'Pedidos comparados',
    repaired: 'Reparados',
    forPerson: 'Para una persona',
    report: 'Informe',
    openReport: 'Abrir el informe',
  },
}

export const useHealthTexts = textsBeside({ en, es })
